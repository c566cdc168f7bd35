import type { FeatureRoutes } from '../../app/route.ts'

export const deviceRoutes: FeatureRoutes = [
  { path: '/outbox', title: 'Outbox', audience: 'anyone-private', offline: 'full', page: () => import('./pages/outbox-page.tsx') },
  { path: '/device', title: 'Offline storage', audience: 'anyone-private', offline: 'full', page: () => import('./pages/device-page.tsx') },
]
