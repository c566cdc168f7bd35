import type { FeatureRoutes } from '../../app/route.ts'

export const archiveRoutes: FeatureRoutes = [
  // Never kept: it says how the archive is at this moment.
  { path: '/archive', audience: 'anyone-private', offline: 'none', page: () => import('./pages/archive-page.tsx') },
]
