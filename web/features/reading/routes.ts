import type { FeatureRoutes } from '../../app/route.ts'

export const readingRoutes: FeatureRoutes = [
  { path: '/bookmarks', title: 'Saved and read', audience: 'member', offline: 'full', page: () => import('./pages/bookmarks-page.tsx') },
]
