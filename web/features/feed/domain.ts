import { defineWebDomain } from '../../app/web-domain.ts'

export const feedOnWeb = defineWebDomain({
  routes: [
    {
      path: '/',
      audience: 'everyone',
      offline: 'saved',
      sheets: ['lists', 'discussion'],
      menu: { word: 'Home', sections: 10 },
      page: () => import('./pages/front-page.tsx'),
    },
    {
      path: '/customize',
      audience: 'anyone-private',
      offline: 'none',
      menu: { word: 'Customize the front page' },
      page: () => import('./pages/customize-page.tsx'),
    },
    { path: '/curated', audience: 'everyone', offline: 'none', page: () => import('./pages/recommendations-page.tsx') },
    {
      path: '/recommendations',
      audience: 'everyone',
      variesByMember: true,
      offline: 'saved',
      menu: { word: 'Recommendations' },
      page: () => import('./pages/recommendations-page.tsx'),
    },
    {
      path: '/unread',
      audience: 'member',
      offline: 'saved',
      takesLimit: true,
      menu: { word: 'Unread posts' },
      page: () => import('./pages/unread-page.tsx'),
    },
    {
      path: '/leaderboard',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Leaderboard', sections: 100 },
      page: () => import('./pages/leaderboard-page.tsx'),
    },
    {
      path: '/feed',
      audience: 'everyone',
      variesByMember: true,
      offline: 'saved',
      menu: { word: 'Feed', sections: 50 },
      page: () => import('./pages/feed-page.tsx'),
    },
    {
      path: '/allComments',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'All comments', sections: 90 },
      page: () => import('./pages/all-comments-page.tsx'),
    },
    {
      path: '/allPosts',
      audience: 'everyone',
      offline: 'saved',
      sheets: ['lists'],
      menu: { word: 'All posts', sections: 20 },
      page: () => import('./pages/all-posts-page.tsx'),
    },
  ],
})
