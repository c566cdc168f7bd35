import type { FeatureRoutes } from '../../app/route.ts'

export const metaRoutes: FeatureRoutes = [
  { path: '/meta', audience: 'everyone', offline: 'saved', page: () => import('./pages/meta-page.tsx') },
]
