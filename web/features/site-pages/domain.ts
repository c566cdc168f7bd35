import { defineWebDomain } from '../../app/web-domain.ts'

export const sitePagesOnWeb = defineWebDomain({
  routes: [
    {
      path: '/about',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'About', settings: 30 },
      page: () => import('./pages/site-page.tsx'),
    },
    { path: '/contact', audience: 'everyone', offline: 'saved', menu: { word: 'Contact' }, page: () => import('./pages/site-page.tsx') },
    {
      path: '/faq',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Questions and answers' },
      page: () => import('./pages/site-page.tsx'),
    },
    { path: '/privacy', audience: 'everyone', offline: 'saved', menu: { word: 'Privacy' }, page: () => import('./pages/site-page.tsx') },
    { path: '/terms', audience: 'everyone', offline: 'saved', menu: { word: 'Terms of use' }, page: () => import('./pages/site-page.tsx') },
    { path: '/donate', audience: 'everyone', offline: 'saved', menu: { word: 'Donate' }, page: () => import('./pages/donate-page.tsx') },
    {
      path: '/admin/pages',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Pages about the site', administration: 50 },
      page: () => import('./pages/choose-pages-page.tsx'),
    },
  ],
})
