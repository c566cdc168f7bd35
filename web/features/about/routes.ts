import type { FeatureRoutes } from '../../app/route.ts'

export const aboutRoutes: FeatureRoutes = [
  { path: '/about', audience: 'everyone', offline: 'full', page: () => import('./pages/about-page.tsx') },
]
