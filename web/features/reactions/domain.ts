import { defineWebDomain } from '../../app/web-domain.ts'

export const reactionsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/allCommentsWithReacts',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Comments with reactions' },
      page: () => import('./pages/reacted-comments-page.tsx'),
    },
    { path: '/react', audience: 'anyone-private', offline: 'none', page: () => import('./pages/react-page.tsx') },
    {
      path: '/typos',
      audience: 'member',
      offline: 'none',
      menu: { word: 'Corrections' },
      page: () => import('./pages/typos-page.tsx'),
    },
  ],
})
