import { defineWebDomain } from '../../app/web-domain.ts'

export const newslettersOnWeb = defineWebDomain({
  routes: [
    {
      path: '/newsletter',
      audience: 'member',
      offline: 'none',
      menu: { word: 'Newsletter', preferences: 10 },
      page: () => import('./pages/newsletter-page.tsx'),
    },
  ],
})
