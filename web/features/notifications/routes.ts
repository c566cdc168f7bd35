import type { FeatureRoutes } from '../../app/route.ts'

export const notificationRoutes: FeatureRoutes = [
  {
    path: '/notifications',
    title: 'Notifications',
    audience: 'member',
    offline: 'full',
    isOwn: true,
    page: () => import('./pages/notifications-page.tsx'),
  },
  {
    path: '/manageSubscriptions',
    title: 'What you follow',
    audience: 'member',
    offline: 'full',
    isOwn: true,
    page: () => import('./pages/subscriptions-page.tsx'),
  },
]
