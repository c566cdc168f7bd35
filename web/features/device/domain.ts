import { defineWebDomain } from '../../app/web-domain.ts'

export const deviceOnWeb = defineWebDomain({
  routes: [
    { path: '/outbox', title: 'Outbox', audience: 'anyone-private', offline: 'full', page: () => import('./pages/outbox-page.tsx') },
    {
      path: '/device',
      title: 'Offline storage',
      audience: 'anyone-private',
      offline: 'full',
      page: () => import('./pages/device-page.tsx'),
    },
  ],
})
