import { defineWebDomain } from '../../app/web-domain.ts'

export const messagesOnWeb = defineWebDomain({
  routes: [
    {
      ...{ path: '/inbox', audience: 'member', offline: 'full', isOwn: true },
      menu: { word: 'Messages', own: 25 },
      page: () => import('./pages/inbox-page.tsx'),
    },
    { path: '/inbox/:conversationId', audience: 'member', offline: 'none', page: () => import('./pages/inbox-page.tsx') },
    {
      ...{ path: '/moderatorInbox', audience: 'staff', offline: 'none', takesLimit: true },
      menu: { word: 'Moderator inbox', staff: 12 },
      page: () => import('./pages/moderator-inbox-page.tsx'),
    },
    { path: '/message/:slug', audience: 'member', offline: 'none', page: () => import('./pages/inbox-page.tsx') },
  ],
})
