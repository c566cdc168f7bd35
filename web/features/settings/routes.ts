import type { FeatureRoutes } from '../../app/route.ts'

export const settingsRoutes: FeatureRoutes = [
  {
    path: '/settings',
    audience: 'everyone',
    offline: 'full',
    needsApp: true,
    page: () => import('./pages/settings-page.tsx'),
  },
]
