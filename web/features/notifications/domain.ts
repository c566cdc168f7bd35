import { defineWebDomain } from '../../app/web-domain.ts'

export const notificationsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/notifications',
      audience: 'member',
      offline: 'full',
      isOwn: true,
      menu: { word: 'Notifications' },
      page: () => import('./pages/notifications-page.tsx'),
    },
    {
      path: '/debug/emailHistory',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Email history', administration: 70 },
      page: () => import('./pages/email-history-page.tsx'),
    },
  ],
})
