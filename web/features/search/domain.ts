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
    {
      path: '/admin/synonyms',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Search synonyms', administration: 55 },
      page: () => import('./pages/synonyms-page.tsx'),
    },
  ],
})
