import { defineWebDomain } from '../../app/web-domain.ts'

export const settingsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/settings',
      audience: 'everyone',
      offline: 'full',
      needsApp: true,
      menu: { word: 'Reading settings', settings: 20 },
      page: () => import('./pages/settings-page.tsx'),
    },
  ],
})
