import type { FeatureRoutes } from '../../app/route.ts'

export const spotlightRoutes: FeatureRoutes = [
  { path: '/spotlights', audience: 'staff', offline: 'none', page: () => import('./pages/spotlights-page.tsx') },
]
