import { defineWebDomain } from '../../app/web-domain.ts'

export const bestOfOnWeb = defineWebDomain({
  routes: [
    {
      path: '/bestoflesswrong',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Best of' },
      page: () => import('./pages/best-of-page.tsx'),
    },
    {
      path: '/bestoflesswrong/:year/:topic',
      audience: 'everyone',
      offline: 'saved',
      page: () => import('./pages/best-of-page.tsx'),
    },
  ],
})
