import type { FeatureRoutes } from '../../app/route.ts'

export const analyticsRoutes: FeatureRoutes = [
  {
    path: '/postAnalytics',
    audience: 'member',
    offline: 'none',
    page: () => import('./pages/analytics-page.tsx'),
  },
]
