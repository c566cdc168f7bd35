import { defineWebDomain } from '../../app/web-domain.ts'

export const crosspostingOnWeb = defineWebDomain({
  routes: [{ path: '/crosspostLogin', audience: 'everyone', offline: 'none', page: () => import('./pages/connect-page.tsx') }],
})
