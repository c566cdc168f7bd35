import { defineWebDomain } from '../../app/web-domain.ts'

export const importExportOnWeb = defineWebDomain({
  routes: [
    {
      path: '/import',
      title: 'Import',
      audience: 'member',
      offline: 'full',
      menu: { word: 'Import' },
      page: () => import('./pages/import-page.tsx'),
    },
    {
      path: '/export',
      title: 'Export',
      audience: 'member',
      offline: 'full',
      menu: { word: 'Export' },
      page: () => import('./pages/export-page.tsx'),
    },
  ],
})
