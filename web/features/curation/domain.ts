import { defineWebDomain } from '../../app/web-domain.ts'

export const curationOnWeb = defineWebDomain({
  routes: [
    {
      ...{ path: '/admin/curation', audience: 'staff', offline: 'none', takesLimit: true },
      menu: { word: 'Curation', staff: 14 },
      page: () => import('./pages/curation-page.tsx'),
    },
  ],
})
