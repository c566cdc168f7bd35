import type { FeatureRoutes } from '../../app/route.ts'

export const reactionRoutes: FeatureRoutes = [
  {
    path: '/allCommentsWithReacts',
    title: 'Comments with reactions',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/reacted-comments-page.tsx'),
  },
  { path: '/react', title: 'Reactions', audience: 'anyone-private', offline: 'none', page: () => import('./pages/react-page.tsx') },
  { path: '/typos', title: 'Corrections', audience: 'member', offline: 'none', page: () => import('./pages/typos-page.tsx') },
]
