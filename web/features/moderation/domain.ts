import { defineWebDomain } from '../../app/web-domain.ts'

export const moderationOnWeb = defineWebDomain({
  routes: [
    {
      path: '/moderation',
      audience: 'anyone-private',
      offline: 'none',
      menu: { word: 'Moderation log' },
      page: () => import('./pages/log-page.tsx'),
    },
    {
      // For the staff, and for who put an administrator's power down: its load asks.
      ...{ path: '/users/:slug/edit', audience: 'member', offline: 'none', takesLimit: true },
      page: () => import('./pages/member-measures-page.tsx'),
    },
    { path: '/users/:slug/purge', audience: 'staff', offline: 'none', page: () => import('./pages/purge-page.tsx') },
    {
      path: '/moderatorComments',
      audience: 'staff',
      offline: 'none',
      menu: { word: 'Moderator comments' },
      page: () => import('./pages/moderator-comments-page.tsx'),
    },
    {
      ...{ path: '/admin/recentlyActiveUsers', audience: 'staff', offline: 'none', takesLimit: true },
      menu: { word: 'Recently active members' },
      page: () => import('./pages/active-members-page.tsx'),
    },
    {
      ...{ path: '/admin/random-user', audience: 'staff', offline: 'none' },
      menu: { word: 'Random member' },
      page: () => import('./pages/random-member-page.tsx'),
    },
    {
      path: '/admin/audit',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Audit log', administration: 40 },
      page: () => import('./pages/audit-page.tsx'),
    },
  ],
})
