import { defineWebDomain } from '../../app/web-domain.ts'

export const searchOnWeb = defineWebDomain({
  routes: [
    {
      path: '/search',
      audience: 'anyone-private',
      offline: 'full',
      isReducedOffline: true,
      menu: { word: 'Search' },
      page: () => import('./pages/search-page.tsx'),
    },
  ],
})
