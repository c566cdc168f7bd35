/** What is read: no finding of axe, nothing to be scrolled sideways, no control upon another. */
import { expect } from 'vitest'
import { lookAtAll } from './support/looks.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-reading.ts'

test('essays in three languages, a long thread and single comments are accessible and fit the window', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 403/u)
  const { longest, essay, german, arabic, permalink, commentId } = await placesOf(site)
  const findings = [...(await lookAtAll(page, { longest, german, arabic, permalink }))]
  await signIn(page, 'lina')
  findings.push(...(await lookAtAll(page, { essay, notMine: `/editComment?commentId=${commentId}`, vote: `/vote?target=${commentId}` })))
  expect(findings).toEqual([])
})
