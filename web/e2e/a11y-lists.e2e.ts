/**
 * The lists of posts: no finding of axe, nothing to be scrolled sideways, no control upon another.
 */
import { expect } from 'vitest'
import { lookAtAll } from './support/looks.ts'
import { test } from './support/test-reading.ts'

test('the lists of posts are accessible and fit the window', async ({ site }) => {
  const { page } = await site.newReader()
  const findings = await lookAtAll(page, {
    front: '/',
    recommendations: '/recommendations',
    leaderboard: '/leaderboard',
    library: '/library',
    collection: '/rationality',
    feed: '/feed',
    allPosts: '/allPosts',
    bestOf: '/bestoflesswrong',
    books: '/books',
    user: '/users/marit-solberg',
  })
  expect(findings).toEqual([])
})
