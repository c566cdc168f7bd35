import { defineWebDomain } from '../../app/web-domain.ts'

export const accountsOnWeb = defineWebDomain({
  routes: [
    { path: '/login', audience: 'anyone-private', offline: 'none', page: () => import('./pages/login-page.tsx') },
    { path: '/welcome', audience: 'member', offline: 'none', page: () => import('./pages/welcome-page.tsx') },
    {
      path: '/admin/onboarding',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'First steps of a new member', administration: 70 },
      page: () => import('./pages/onboarding-preview-page.tsx'),
    },
    { path: '/logout', title: 'Sign out', audience: 'anyone-private', offline: 'none', page: () => import('./pages/logout-page.tsx') },
    {
      path: '/account',
      audience: 'member',
      offline: 'none',
      sheets: ['lists', 'foot', 'discussion'],
      menu: { word: 'Account', account: 20 },
      page: () => import('./pages/account-page.tsx'),
    },
    {
      path: '/users/:slug',
      audience: 'everyone',
      offline: 'saved',
      sheets: ['lists', 'foot', 'discussion'],
      page: () => import('./pages/user-page.tsx'),
    },
    {
      path: '/users/:slug/replies',
      audience: 'everyone',
      offline: 'saved',
      page: () => import('./pages/replies-page.tsx'),
    },
    { path: '/u/:slug', audience: 'everyone', offline: 'none', page: () => import('./pages/user-page.tsx') },
    { path: '/user/:slug', audience: 'everyone', offline: 'none', page: () => import('./pages/user-page.tsx') },
    {
      path: '/resetPassword/:token',
      audience: 'anyone-private',
      offline: 'none',
      page: () => import('./pages/reset-password-page.tsx'),
    },
    {
      path: '/emailToken/:token',
      audience: 'anyone-private',
      offline: 'none',
      page: () => import('./pages/email-token-page.tsx'),
    },
    {
      path: '/resendVerificationEmail',
      audience: 'member',
      offline: 'none',
      page: () => import('./pages/resend-verification-page.tsx'),
    },
    {
      path: '/banNotice',
      audience: 'anyone-private',
      offline: 'none',
      page: () => import('./pages/ban-notice-page.tsx'),
    },
  ],
})
