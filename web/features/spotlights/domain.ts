import { defineWebDomain } from '../../app/web-domain.ts'

export const spotlightsOnWeb = defineWebDomain({
  routes: [{ path: '/spotlights', audience: 'staff', offline: 'none', page: () => import('./pages/spotlights-page.tsx') }],
})
