/** Pages of a kind that is looked at elsewhere, by another address. */
import { expect } from 'vitest'
import { lookAtAll } from './support/looks.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('other orders, tabs and parts of the same pages are accessible and fit the window', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 40[34]/u)
  const findings = [
    ...(await lookAtAll(page, {
      latest: '/?sort=latest',
      customize: '/customize?filters=night~reduced',
      allTime: '/allPosts?timeframe=allTime',
      inCollection: '/rationality/the-slow-clock',
      allOfUser: '/users/teo-marchetti?tab=all',
      wikiVotes: '/wActivity',
      wikiAbsent: '/w/nobody-has-made-this',
      reset: '/login?mode=reset',
      emailToken: '/emailToken/none',
      resetPassword: '/resetPassword/none',
      devInbox: '/dev/inbox',
    })),
  ]
  await signIn(page, 'lina')
  findings.push(
    ...(await lookAtAll(page, {
      profile: '/account?tab=profile',
      resend: '/resendVerificationEmail',
      read: '/bookmarks#readhistory',
      voted: '/bookmarks#votehistory',
      outbox: '/outbox',
    })),
  )
  expect(findings).toEqual([])
})
