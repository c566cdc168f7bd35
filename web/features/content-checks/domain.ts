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
    {
      ...{ path: '/admin/modgpt', audience: 'staff', offline: 'none', takesLimit: true },
      menu: { word: 'Checked texts', staff: 16 },
      page: () => import('./pages/marked-texts-page.tsx'),
    },
  ],
})
