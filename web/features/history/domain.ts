import { defineWebDomain } from '../../app/web-domain.ts'

export const historyOnWeb = defineWebDomain({
  routes: [
    {
      path: '/revisions/post/:postId/:slug?',
      // What its authors kept is for them: rendered for each viewer.
      audience: 'anyone-private',
      offline: 'saved',
      page: () => import('./pages/history-page.tsx'),
    },
    {
      path: '/compare/post/:postId/:slug?',
      audience: 'anyone-private',
      offline: 'saved',
      page: () => import('./pages/compare-page.tsx'),
    },
    {
      path: '/revisions/w/:slug',
      audience: 'anyone-private',
      offline: 'saved',
      page: () => import('./pages/history-page.tsx'),
    },
    {
      path: '/compare/w/:slug',
      audience: 'anyone-private',
      offline: 'saved',
      page: () => import('./pages/compare-page.tsx'),
    },
  ],
})
