import type { FeatureRoutes } from '../../app/route.ts'

export const adminRoutes: FeatureRoutes = [
  { path: '/admin', title: 'Administration', audience: 'admin', offline: 'none', page: () => import('./pages/admin-page.tsx') },
  { path: '/admin/errors', title: 'Errors', audience: 'admin', offline: 'none', page: () => import('./pages/errors-page.tsx') },
  { path: '/admin/errors/:groupId', title: 'An error', audience: 'admin', offline: 'none', page: () => import('./pages/error-page.tsx') },
  { path: '/admin/feedback', title: 'Feedback', audience: 'admin', offline: 'none', page: () => import('./pages/feedback-page.tsx') },
  {
    path: '/admin/feedback/:messageId',
    title: 'Feedback',
    audience: 'admin',
    offline: 'none',
    page: () => import('./pages/feedback-message-page.tsx'),
  },
]
