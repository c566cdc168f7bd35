import { defineWebDomain } from '../../app/web-domain.ts'

export const spotlightsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/spotlights',
      audience: 'staff',
      offline: 'none',
      menu: { word: 'Spotlights', staff: 60 },
      page: () => import('./pages/spotlights-page.tsx'),
    },
  ],
})
