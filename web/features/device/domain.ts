import { defineWebDomain } from '../../app/web-domain.ts'

export const deviceOnWeb = defineWebDomain({
  routes: [
    {
      path: '/outbox',
      title: 'Outbox',
      audience: 'anyone-private',
      offline: 'full',
      menu: { word: 'Outbox', own: 30 },
      page: () => import('./pages/outbox-page.tsx'),
    },
    {
      path: '/device',
      title: 'Offline storage',
      audience: 'anyone-private',
      offline: 'full',
      menu: { word: 'Offline storage', settings: 10, account: 10 },
      page: () => import('./pages/device-page.tsx'),
    },
  ],
})
