import { defineWebDomain } from '../../app/web-domain.ts'

export const contentReportsOnWeb = defineWebDomain({
  routes: [
    { path: '/report', audience: 'member', offline: 'full', isOwn: true, page: () => import('./pages/report-page.tsx') },
    {
      path: '/reports',
      audience: 'member',
      offline: 'full',
      isOwn: true,
      menu: { word: 'Your reports' },
      page: () => import('./pages/reports-page.tsx'),
    },
  ],
})
