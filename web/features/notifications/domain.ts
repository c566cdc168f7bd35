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
  ],
})
