import { defineWebDomain } from '../../app/web-domain.ts'

export const contentChecksOnWeb = defineWebDomain({
  routes: [
    {
      path: '/admin/contentChecks',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Content checks', administration: 45 },
      page: () => import('./pages/content-checks-page.tsx'),
    },
  ],
})
