import { defineWebDomain } from '../../app/web-domain.ts'

export const languageModelsOnWeb = defineWebDomain({
  routes: [
    {
      ...{ path: '/autocompleteSettings', audience: 'member', offline: 'none' },
      menu: { word: 'Autocomplete settings' },
      page: () => import('./pages/completion-texts-page.tsx'),
    },
    {
      ...{ path: '/admin/llmConversations', audience: 'admin', offline: 'none' },
      menu: { word: 'Assistant conversations', administration: 48 },
      page: () => import('./pages/conversations-page.tsx'),
    },
  ],
})
