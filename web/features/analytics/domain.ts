import { defineWebDomain } from '../../app/web-domain.ts'

export const analyticsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/postAnalytics',
      audience: 'member',
      offline: 'none',
      menu: { word: 'Post analytics' },
      page: () => import('./pages/analytics-page.tsx'),
    },
  ],
})
