import type { FeatureRoutes } from '../../app/route.ts'

export const readingRoutes: FeatureRoutes = [
  { path: '/bookmarks', audience: 'member', offline: 'full', page: () => import('./pages/bookmarks-page.tsx') },
]
