import { defineWebDomain } from '../../app/web-domain.ts'

export const altAccountsOnWeb = defineWebDomain({
  routes: [
    {
      ...{ path: '/moderation/altAccounts', audience: 'admin', offline: 'none' },
      menu: { word: 'Alternative accounts', administration: 42 },
      page: () => import('./pages/alt-accounts-page.tsx'),
    },
  ],
})
