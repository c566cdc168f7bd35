import type { FeatureRoutes } from '../../app/route.ts'

export const exchangeRoutes: FeatureRoutes = [
  { path: '/import', title: 'Import', audience: 'member', offline: 'full', page: () => import('./pages/import-page.tsx') },
  { path: '/export', title: 'Export', audience: 'member', offline: 'full', page: () => import('./pages/export-page.tsx') },
]
