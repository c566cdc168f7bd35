import type { FeatureRoutes } from '../../app/route.ts'

export const analyticsRoutes: FeatureRoutes = [
  {
    path: '/postAnalytics',
    title: 'How a post is received',
    audience: 'member',
    offline: 'none',
    page: () => import('./pages/analytics-page.tsx'),
  },
]
