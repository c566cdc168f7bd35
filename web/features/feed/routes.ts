import type { FeatureRoutes } from '../../app/route.ts'

export const feedRoutes: FeatureRoutes = [
  { path: '/', title: 'Front page', audience: 'everyone', offline: 'saved', page: () => import('./pages/front-page.tsx') },
  { path: '/curated', title: 'Curated', audience: 'everyone', offline: 'saved', page: () => import('./pages/curated-page.tsx') },
  {
    path: '/allComments',
    title: 'All comments',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/all-comments-page.tsx'),
  },
  { path: '/allPosts', title: 'All posts', audience: 'everyone', offline: 'saved', page: () => import('./pages/all-posts-page.tsx') },
]
