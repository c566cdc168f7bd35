import type { FeatureRoutes } from '../../app/route.ts'

export const accountRoutes: FeatureRoutes = [
  { path: '/login', title: 'Sign in', audience: 'anyone-private', offline: 'none', page: () => import('./pages/login-page.tsx') },
  { path: '/logout', title: 'Sign out', audience: 'anyone-private', offline: 'none', page: () => import('./pages/logout-page.tsx') },
  { path: '/account', title: 'Your account', audience: 'member', offline: 'none', page: () => import('./pages/account-page.tsx') },
  { path: '/users/:slug', title: 'Member', audience: 'everyone', offline: 'saved', page: () => import('./pages/user-page.tsx') },
  {
    path: '/users/:slug/replies',
    title: 'Replies',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/replies-page.tsx'),
  },
  { path: '/u/:slug', title: 'Member', audience: 'everyone', offline: 'none', page: () => import('./pages/user-page.tsx') },
  { path: '/user/:slug', title: 'Member', audience: 'everyone', offline: 'none', page: () => import('./pages/user-page.tsx') },
  {
    path: '/resetPassword/:token',
    title: 'New password',
    audience: 'anyone-private',
    offline: 'none',
    page: () => import('./pages/reset-password-page.tsx'),
  },
  {
    path: '/emailToken/:token',
    title: 'Confirm',
    audience: 'anyone-private',
    offline: 'none',
    page: () => import('./pages/email-token-page.tsx'),
  },
  {
    path: '/resendVerificationEmail',
    title: 'Confirm your e-mail address',
    audience: 'member',
    offline: 'none',
    page: () => import('./pages/resend-verification-page.tsx'),
  },
  {
    path: '/banNotice',
    title: 'This account is suspended',
    audience: 'anyone-private',
    offline: 'none',
    page: () => import('./pages/ban-notice-page.tsx'),
  },
]
