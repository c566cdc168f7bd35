import { defineWebDomain } from '../../app/web-domain.ts'

export const moderationQueueOnWeb = defineWebDomain({
  routes: [{ path: '/admin/moderationTemplates', audience: 'staff', offline: 'none', page: () => import('./pages/templates-page.tsx') }],
})
