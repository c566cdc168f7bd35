import { defineWebDomain } from '../../app/web-domain.ts'

export const wikiOnWeb = defineWebDomain({
  routes: [
    {
      path: '/w/:slug',
      audience: 'everyone',
      offline: 'saved',
      layout: 'reading',
      sheets: ['essay', 'foot', 'lists'],
      // Which posts carry the tag, and who mentions the page, a device knows in part.
      isReducedOffline: true,
      page: () => import('./pages/wiki-page.tsx'),
    },
    {
      path: '/w/:slug/discussion',
      audience: 'everyone',
      offline: 'saved',
      page: () => import('./pages/wiki-discussion-page.tsx'),
    },
    {
      path: '/w/:slug/history',
      audience: 'everyone',
      offline: 'saved',
      // What was changed in each version, and which posts were tagged, a device does not know.
      isReducedOffline: true,
      page: () => import('./pages/wiki-history-page.tsx'),
    },
    {
      path: '/admin/tagMerge',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Merge tags', administration: 55 },
      page: () => import('./pages/tag-merge-page.tsx'),
    },
    {
      path: '/w/create',
      audience: 'member',
      offline: 'full',
      menu: { word: 'New wiki page' },
      page: () => import('./pages/create-wiki-page.tsx'),
    },
    {
      path: '/w/random',
      audience: 'anyone-private',
      offline: 'none',
      menu: { word: 'Random page' },
      page: () => import('./pages/random-wiki-page.tsx'),
    },
    {
      path: '/w/dashboard',
      audience: 'everyone',
      offline: 'saved',
      // One's own pages are among what it shows.
      variesByMember: true,
      menu: { word: 'Wiki dashboard' },
      page: () => import('./pages/wiki-dashboard-page.tsx'),
    },
    {
      path: '/wikitags/all',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Wiki & tags', sections: 40 },
      page: () => import('./pages/wiki-tags-page.tsx'),
    },
    {
      path: '/wFeed',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Wiki feed' },
      page: () => import('./pages/wiki-feed-page.tsx'),
    },
    {
      path: '/postTags',
      audience: 'anyone-private',
      offline: 'none',
      page: () => import('./pages/post-tags-page.tsx'),
    },
    {
      path: '/wActivity',
      audience: 'everyone',
      offline: 'saved',
      variesByMember: true,
      menu: { word: 'Wiki activity' },
      page: () => import('./pages/wiki-activity-page.tsx'),
    },
    { path: '/arbital', audience: 'everyone', offline: 'saved', menu: { word: 'Wiki tree' }, page: () => import('./pages/tree-page.tsx') },
  ],
})
