import { defineWebDomain } from '../../app/web-domain.ts'

export const feedOnWeb = defineWebDomain({
  routes: [
    { path: '/', audience: 'everyone', offline: 'saved', sheets: ['lists', 'discussion'], page: () => import('./pages/front-page.tsx') },
    {
      path: '/customize',
      audience: 'anyone-private',
      offline: 'none',
      page: () => import('./pages/customize-page.tsx'),
    },
    { path: '/curated', audience: 'everyone', offline: 'none', page: () => import('./pages/recommendations-page.tsx') },
    {
      path: '/recommendations',
      audience: 'everyone',
      variesByMember: true,
      offline: 'saved',
      page: () => import('./pages/recommendations-page.tsx'),
    },
    {
      path: '/leaderboard',
      audience: 'everyone',
      offline: 'saved',
      page: () => import('./pages/leaderboard-page.tsx'),
    },
    {
      path: '/feed',
      audience: 'everyone',
      variesByMember: true,
      offline: 'saved',
      page: () => import('./pages/feed-page.tsx'),
    },
    {
      path: '/allComments',
      audience: 'everyone',
      offline: 'saved',
      page: () => import('./pages/all-comments-page.tsx'),
    },
    { path: '/allPosts', audience: 'everyone', offline: 'saved', sheets: ['lists'], page: () => import('./pages/all-posts-page.tsx') },
  ],
})
