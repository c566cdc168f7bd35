/**
 * What is kept for a reader: no finding of axe, nothing to be scrolled sideways, no control upon
 * another.
 */
import { expect } from 'vitest'
import { lookAtAll } from './support/looks.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-reading.ts'

test('the pages of what is kept are accessible and fit the window, a member’s and a visitor’s', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 40[13]/u)
  const findings = [...(await lookAtAll(page, { signInInPlace: '/bookmarks', outboxOfVisitor: '/outbox', deviceOfVisitor: '/device' }))]
  await signIn(page, 'lina')
  findings.push(
    ...(await lookAtAll(page, {
      device: '/device',
      bookmarks: '/bookmarks',
      comments: '/allComments',
      replies: '/users/marit-solberg/replies',
    })),
  )
  expect(findings).toEqual([])
})
