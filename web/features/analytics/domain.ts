import { defineWebDomain } from '../../app/web-domain.ts'

export const analyticsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/postAnalytics',
      audience: 'member',
      offline: 'none',
      page: () => import('./pages/analytics-page.tsx'),
    },
  ],
})
