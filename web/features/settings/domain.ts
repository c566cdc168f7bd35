import { defineWebDomain } from '../../app/web-domain.ts'

export const settingsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/settings',
      audience: 'everyone',
      offline: 'full',
      needsApp: true,
      page: () => import('./pages/settings-page.tsx'),
    },
  ],
})
