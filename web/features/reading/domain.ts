import { defineWebDomain } from '../../app/web-domain.ts'

export const readingOnWeb = defineWebDomain({
  routes: [{ path: '/bookmarks', audience: 'member', offline: 'full', page: () => import('./pages/bookmarks-page.tsx') }],
})
