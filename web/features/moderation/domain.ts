import { defineWebDomain } from '../../app/web-domain.ts'

export const moderationOnWeb = defineWebDomain({
  routes: [
    { path: '/moderation', audience: 'anyone-private', offline: 'none', page: () => import('./pages/log-page.tsx') },
    { path: '/moderatorComments', audience: 'staff', offline: 'none', page: () => import('./pages/moderator-comments-page.tsx') },
    { path: '/admin/audit', audience: 'admin', offline: 'none', page: () => import('./pages/audit-page.tsx') },
  ],
})
