import { defineWebDomain } from '../../app/web-domain.ts'

export const aboutOnWeb = defineWebDomain({
  routes: [{ path: '/about', audience: 'everyone', offline: 'full', page: () => import('./pages/about-page.tsx') }],
})
