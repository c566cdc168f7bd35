import { defineWebDomain } from '../../app/web-domain.ts'

export const moderationQueueOnWeb = defineWebDomain({
  routes: [
    {
      path: '/admin/moderationTemplates',
      audience: 'staff',
      offline: 'none',
      menu: { word: 'Moderation templates' },
      page: () => import('./pages/templates-page.tsx'),
    },
    {
      ...{ path: '/admin/supermod', audience: 'staff', offline: 'none', layout: 'wide', takesLimit: true },
      menu: { word: 'Moderation', staff: 10, counts: 'inQueue' },
      page: () => import('./pages/supermod-page.tsx'),
    },
    // Moved: the older dashboard.
    { path: '/admin/moderation', audience: 'staff', offline: 'none', page: () => import('./pages/supermod-page.tsx') },
  ],
})
