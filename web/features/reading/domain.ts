import { defineWebDomain } from '../../app/web-domain.ts'

export const readingOnWeb = defineWebDomain({
  routes: [
    {
      path: '/bookmarks',
      audience: 'member',
      offline: 'full',
      menu: { word: 'Bookmarks & history', own: 20 },
      page: () => import('./pages/bookmarks-page.tsx'),
    },
  ],
})
