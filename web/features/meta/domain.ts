import { defineWebDomain } from '../../app/web-domain.ts'

export const metaOnWeb = defineWebDomain({
  routes: [{ path: '/meta', audience: 'everyone', offline: 'saved', page: () => import('./pages/meta-page.tsx') }],
})
