import { defineWebDomain } from '../../app/web-domain.ts'

export const adminOnWeb = defineWebDomain({
  routes: [
    {
      path: '/admin',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Administration', staff: 20 },
      page: () => import('./pages/admin-page.tsx'),
    },
    {
      path: '/admin/health',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Health', staff: 50, administration: 30 },
      page: () => import('./pages/health-page.tsx'),
    },
    {
      path: '/admin/errors',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Errors', staff: 40, administration: 10 },
      page: () => import('./pages/errors-page.tsx'),
    },
    {
      path: '/admin/migrations',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Migrations', administration: 60 },
      page: () => import('./pages/migrations-page.tsx'),
    },
    { path: '/admin/errors/:groupId', audience: 'admin', offline: 'none', page: () => import('./pages/error-page.tsx') },
    {
      path: '/admin/feedback',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Feedback inbox', staff: 30, administration: 20 },
      page: () => import('./pages/feedback-page.tsx'),
    },
    {
      path: '/admin/feedback/:messageId',
      audience: 'admin',
      offline: 'none',
      page: () => import('./pages/feedback-message-page.tsx'),
    },
  ],
})
