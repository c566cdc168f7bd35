import { defineWebDomain } from '../../app/web-domain.ts'

export const kindsOnWeb = defineWebDomain({
  routes: [
    { path: '/quicktakes', audience: 'everyone', offline: 'saved', page: () => import('./pages/quick-takes-page.tsx') },
    { path: '/questions', audience: 'everyone', offline: 'saved', page: () => import('./pages/questions-page.tsx') },
    { path: '/dialogues', audience: 'everyone', offline: 'saved', page: () => import('./pages/dialogues-page.tsx') },
  ],
})
