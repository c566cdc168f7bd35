/** The lists of posts: no finding of axe, nothing to be scrolled sideways, no control upon another. */
import { expect } from 'vitest'
import { lookAtAll } from './support/looks.ts'
import { test } from './support/test-page.ts'

test('the lists of posts are accessible and fit the window', async ({ site }) => {
  const { page } = await site.newReader()
  const findings = await lookAtAll(page, {
    front: '/',
    latest: '/?sort=latest',
    recommendations: '/recommendations',
    leaderboard: '/leaderboard',
    library: '/library',
    collection: '/rationality',
    inCollection: '/rationality/the-slow-clock',
    feed: '/feed',
    customize: '/customize?filters=night~reduced',
    allPosts: '/allPosts',
    allTime: '/allPosts?timeframe=allTime',
    bestOf: '/bestoflesswrong',
    books: '/books',
    user: '/users/marit-solberg',
    allOfUser: '/users/teo-marchetti?tab=all',
  })
  expect(findings).toEqual([])
})
