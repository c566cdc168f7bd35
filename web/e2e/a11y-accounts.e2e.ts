/**
 * Accounts, settings, and what is no content: no finding of axe, nothing to be scrolled sideways,
 * no control upon another.
 */
import { expect } from 'vitest'
import { lookAtAll } from './support/looks.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-reading.ts'

test('the pages around an account are accessible and fit the window', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 40[34]/u)
  const findings = [
    ...(await lookAtAll(page, {
      about: '/about',
      settings: '/settings',
      signIn: '/login',
      signUp: '/login?mode=signUp',
      notFound: '/no-such-page',
      banNotice: '/banNotice',
      shell: '/shell',
    })),
  ]
  await signIn(page, 'lina')
  findings.push(
    ...(await lookAtAll(page, {
      account: '/account',
      sessions: '/account?tab=sessions',
      logout: '/logout',
    })),
  )
  expect(findings).toEqual([])
})
