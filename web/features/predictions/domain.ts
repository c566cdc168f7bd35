import { defineWebDomain } from '../../app/web-domain.ts'

export const predictionsOnWeb = defineWebDomain({
  routes: [{ path: '/prediction', audience: 'anyone-private', offline: 'none', page: () => import('./pages/prediction-page.tsx') }],
})
