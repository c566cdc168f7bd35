import { defineWebDomain } from '../../app/web-domain.ts'

export const commentSimilarityOnWeb = defineWebDomain({
  routes: [
    {
      ...{ path: '/admin/commentEmbeddings', audience: 'admin', offline: 'none' },
      menu: { word: 'Similar comments', administration: 47 },
      page: () => import('./pages/similar-comments-page.tsx'),
    },
  ],
})
