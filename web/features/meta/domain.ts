import { defineWebDomain } from '../../app/web-domain.ts'

export const metaOnWeb = defineWebDomain({
  routes: [
    {
      path: '/meta',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Meta' },
      page: () => import('./pages/meta-page.tsx'),
    },
  ],
})
