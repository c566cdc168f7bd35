import { defineWebDomain } from '../../app/web-domain.ts'

export const subscriptionsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/manageSubscriptions',
      audience: 'member',
      offline: 'full',
      isOwn: true,
      menu: { word: 'Subscriptions' },
      page: () => import('./pages/subscriptions-page.tsx'),
    },
  ],
})
