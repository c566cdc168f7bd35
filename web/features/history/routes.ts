import type { FeatureRoutes } from '../../app/route.ts'

export const historyRoutes: FeatureRoutes = [
  {
    path: '/revisions/post/:postId/:slug?',
    title: 'History of a post',
    // What its authors kept is for them: rendered for whoever looks.
    audience: 'anyone-private',
    offline: 'saved',
    page: () => import('./pages/history-page.tsx'),
  },
  {
    path: '/compare/post/:postId/:slug?',
    title: 'Two versions of a post',
    audience: 'anyone-private',
    offline: 'saved',
    page: () => import('./pages/compare-page.tsx'),
  },
]
