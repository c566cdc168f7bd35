import type { FeatureRoutes } from '../../app/route.ts'

export const searchRoutes: FeatureRoutes = [
  {
    path: '/search',
    audience: 'anyone-private',
    offline: 'full',
    isReducedOffline: true,
    page: () => import('./pages/search-page.tsx'),
  },
]
