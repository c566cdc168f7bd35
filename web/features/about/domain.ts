import { defineWebDomain } from '../../app/web-domain.ts'

export const aboutOnWeb = defineWebDomain({
  routes: [
    {
      path: '/about',
      audience: 'everyone',
      offline: 'full',
      menu: { word: 'About', settings: 30 },
      page: () => import('./pages/about-page.tsx'),
    },
  ],
})
