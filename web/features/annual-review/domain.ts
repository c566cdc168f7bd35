import { defineWebDomain } from '../../app/web-domain.ts'

const nominate = { audience: 'member', offline: 'saved', page: () => import('./pages/nominate-page.tsx') } as const
const ballot = { audience: 'member', offline: 'saved', page: () => import('./pages/ballot-page.tsx') } as const
const quick = { audience: 'member', offline: 'saved', page: () => import('./pages/quick-review-page.tsx') } as const
const byMember = { audience: 'everyone', offline: 'saved', page: () => import('./pages/member-reviews-page.tsx') } as const
const manage = { audience: 'admin', offline: 'none', page: () => import('./pages/review-admin-page.tsx') } as const
const choose = { audience: 'admin', offline: 'none', page: () => import('./pages/winners-admin-page.tsx') } as const

export const annualReviewOnWeb = defineWebDomain({
  routes: [
    // Leads to the latest year.
    { path: '/reviewVoting', ...ballot, menu: { word: 'Annual review' } },
    { path: '/reviewVoting/:year', ...ballot },
    { path: '/nominatePosts', ...nominate, menu: { word: 'Nominate posts' } },
    { path: '/nominatePosts/:year', ...nominate },
    // These lead to the latest year.
    { path: '/quickReview', ...quick, menu: { word: 'Quick review' } },
    { path: '/reviewQuickPage', ...quick },
    { path: '/quickReview/:year', ...quick },
    { path: '/users/:slug/reviews', ...byMember },
    { path: '/users/:slug/reviews/:year', ...byMember, takesLimit: true },
    // Leads to the latest year.
    {
      ...{ path: '/reviews', audience: 'anyone-private', offline: 'none', menu: { word: 'Reviews and results' } },
      page: () => import('./pages/reviews-page.tsx'),
    },
    {
      ...{ path: '/reviews/:year', audience: 'everyone', offline: 'saved', takesLimit: true },
      page: () => import('./pages/reviews-page.tsx'),
    },
    {
      ...{ path: '/newLongformReview', audience: 'member', offline: 'saved', menu: { word: 'Write a longform review' } },
      page: () => import('./pages/longform-page.tsx'),
    },
    { path: '/reviewPost/:postId', audience: 'member', offline: 'saved', page: () => import('./pages/review-post-page.tsx') },
    // Leads to the latest year.
    { path: '/reviewAdmin', ...manage, menu: { word: 'Administer the review', administration: 45 } },
    { path: '/reviewAdmin/:year', ...manage },
    // Leads to the latest year with public results.
    { path: '/bestoflesswrongadmin', ...choose, menu: { word: 'Choose the winners of the review', administration: 46 } },
    { path: '/bestoflesswrongadmin/:year', ...choose },
    // Leads to the ballot of the latest year.
    { path: '/nominations', audience: 'anyone-private', offline: 'none', page: () => import('./pages/nominations-page.tsx') },
    {
      ...{ path: '/nominations/:year', audience: 'everyone', offline: 'saved', takesLimit: true },
      page: () => import('./pages/nominations-page.tsx'),
    },
  ],
})
