import { defineWebDomain } from '../../app/web-domain.ts'

export const experimentsOnWeb = defineWebDomain({
  routes: [
    {
      ...{ path: '/abTestGroups', audience: 'everyone', offline: 'saved', variesByMember: true },
      menu: { word: 'A/B test groups' },
      page: () => import('./pages/test-groups-page.tsx'),
    },
  ],
})
