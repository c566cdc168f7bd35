import { defineWebDomain } from '../../app/web-domain.ts'

export const mutesOnWeb = defineWebDomain({
  routes: [
    {
      path: '/muted',
      audience: 'member',
      offline: 'full',
      isOwn: true,
      menu: { word: 'Muted members', preferences: 20 },
      page: () => import('./pages/muted-page.tsx'),
    },
  ],
})
