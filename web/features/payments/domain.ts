import { defineWebDomain } from '../../app/web-domain.ts'

export const paymentsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/payments',
      audience: 'anyone-private',
      offline: 'none',
      page: () => import('./pages/own-payments-page.tsx'),
    },
    {
      path: '/payments/account',
      audience: 'member',
      offline: 'none',
      menu: { word: 'Payments', preferences: 60 },
      page: () => import('./pages/own-payments-page.tsx'),
    },
    {
      path: '/payments/admin',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Payments to members', administration: 65 },
      page: () => import('./pages/payments-admin-page.tsx'),
    },
  ],
})
