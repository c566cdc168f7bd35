/**
 * Where one writes: no finding of axe, nothing to be scrolled sideways, no control upon another.
 */
import { expect } from 'vitest'
import { lookAtAll } from './support/looks.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('the pages on which one writes are accessible and fit the window', async ({ site }) => {
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  const findings = [...(await lookAtAll(page, { newPost: '/newPost', drafts: '/drafts', newSequence: '/sequencesNew' }))]
  await page.goto('/newPost?form=1')
  await page.locator('input[name=title]').fill('A draft to look at')
  await page.locator('textarea[name=markdown]').fill('Some words.\n\n## A heading\n\nMore of them.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/editPost/u)
  const { pathname, search, searchParams } = new URL(page.url())
  const draft = { editPost: pathname + search, draftAsRead: `/posts/${searchParams.get('postId') ?? ''}` }
  findings.push(...(await lookAtAll(page, draft)))
  expect(findings).toEqual([])
})
