import { defineWebDomain } from '../../app/web-domain.ts'

export const seasonalEventsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/petrov/ceremony',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Ceremony' },
      page: () => import('./pages/ceremony-page.tsx'),
    },
    {
      path: '/petrovDayPoll',
      audience: 'member',
      offline: 'saved',
      menu: { word: 'Poll of the season' },
      page: () => import('./pages/poll-page.tsx'),
    },
    {
      path: '/admin/seasons',
      audience: 'admin',
      offline: 'none',
      menu: { word: 'Seasonal events', administration: 55 },
      page: () => import('./pages/seasons-page.tsx'),
    },
  ],
})
