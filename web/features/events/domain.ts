import { defineWebDomain } from '../../app/web-domain.ts'

const shared = { audience: 'everyone', offline: 'saved', takesLimit: true } as const

export const eventsOnWeb = defineWebDomain({
  routes: [
    { path: '/upcomingEvents', ...shared, menu: { word: 'Upcoming events' }, page: () => import('./pages/upcoming-page.tsx') },
    { path: '/pastEvents', ...shared, menu: { word: 'Past events' }, page: () => import('./pages/past-page.tsx') },
    {
      ...{ path: '/nearbyEvents', audience: 'anyone-private', offline: 'none', menu: { word: 'Events near you' } },
      page: () => import('./pages/nearby-page.tsx'),
    },
    {
      ...{ path: '/newEvent', audience: 'member', offline: 'none', menu: { word: 'New event' } },
      page: () => import('./pages/new-event-page.tsx'),
    },
    { path: '/doorList', audience: 'member', offline: 'none', page: () => import('./pages/door-list-page.tsx') },
  ],
})
