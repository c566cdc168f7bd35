import type { FeatureRoutes } from '../../app/route.ts'

export const notificationRoutes: FeatureRoutes = [
  {
    path: '/notifications',
    audience: 'member',
    offline: 'full',
    isOwn: true,
    page: () => import('./pages/notifications-page.tsx'),
  },
]
