import { defineWebDomain } from '../../app/web-domain.ts'

const ballot = { audience: 'member', offline: 'saved', page: () => import('./pages/ballot-page.tsx') } as const

export const annualReviewOnWeb = defineWebDomain({
  routes: [
    // Leads to the latest year.
    { path: '/reviewVoting', ...ballot, menu: { word: 'Annual review' } },
    { path: '/reviewVoting/:year', ...ballot },
  ],
})
