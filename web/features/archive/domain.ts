import { defineWebDomain } from '../../app/web-domain.ts'

export const archiveOnWeb = defineWebDomain({
  routes: [
    // Never kept: it says how the archive is at this moment.
    {
      path: '/archive',
      audience: 'anyone-private',
      offline: 'none',
      menu: { word: 'Public archive' },
      page: () => import('./pages/archive-page.tsx'),
    },
  ],
})
