import { defineWebDomain } from '../../app/web-domain.ts'

const shared = { audience: 'everyone', offline: 'saved', variesByMember: true } as const

export const localGroupsOnWeb = defineWebDomain({
  routes: [
    {
      ...{ path: '/community', ...shared },
      menu: { word: 'Community', sections: 47 },
      page: () => import('./pages/community-page.tsx'),
    },
    {
      ...{ path: '/groups-map', audience: 'everyone', offline: 'saved', menu: { word: 'Community map' } },
      page: () => import('./pages/map-page.tsx'),
    },
    { path: '/allgroups', ...shared, menu: { word: 'Groups' }, page: () => import('./pages/groups-page.tsx') },
    { path: '/groups/:groupId', ...shared, takesLimit: true, page: () => import('./pages/group-page.tsx') },
  ],
})
