import type { FeatureRoutes } from '../../app/route.ts'

export const feedRoutes: FeatureRoutes = [
  { path: '/', title: 'Front page', audience: 'everyone', offline: 'saved', page: () => import('./pages/front-page.tsx') },
  {
    path: '/customize',
    title: 'Customize the front page',
    audience: 'anyone-private',
    offline: 'none',
    page: () => import('./pages/customize-page.tsx'),
  },
  { path: '/curated', title: 'Curated', audience: 'everyone', offline: 'none', page: () => import('./pages/recommendations-page.tsx') },
  {
    path: '/recommendations',
    title: 'Recommendations',
    audience: 'everyone',
    variesByMember: true,
    offline: 'saved',
    page: () => import('./pages/recommendations-page.tsx'),
  },
  {
    path: '/leaderboard',
    title: 'Leaderboard',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/leaderboard-page.tsx'),
  },
  {
    path: '/feed',
    title: 'Feed',
    audience: 'everyone',
    variesByMember: true,
    offline: 'saved',
    page: () => import('./pages/feed-page.tsx'),
  },
  {
    path: '/allComments',
    title: 'All comments',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/all-comments-page.tsx'),
  },
  { path: '/allPosts', title: 'All posts', audience: 'everyone', offline: 'saved', page: () => import('./pages/all-posts-page.tsx') },
]
