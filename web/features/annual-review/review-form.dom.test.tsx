import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { comments } from '#shared/comments/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { beside } from '../../blocks/comments/beside.ts'
import { asMember, mia, openTestDevice } from '../../testing/device.ts'
import { expectAccessible, nextId, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { ReviewForm } from './parts/review-form.tsx'
import ReviewAsk from './shows/review-ask.tsx'

const year = 2025
const now = phaseStart(year, 'reviews') + 9

// A device asks the clock whether reviews are taken.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

const aReviewed = () => aPost({ id: nextId(), authorId: nextId(), publishedAt: yearStart(year) + 9 })
const field = () => page.getByRole('textbox', { name: 'Your review' })

test('a review is shown at once and without a network, and its device keeps it to send', async () => {
  const { device } = await openTestDevice()
  network.isOffline = true
  const post = aReviewed()
  await page.viewport(320, 640)
  await show(<ReviewForm post={post} year={year} plan={null} />)
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await field().fill('It *holds* up.')
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect.element(page.getByRole('link', { name: 'Show it' })).toBeVisible()
  await expect.element(field()).toHaveValue('')
  const [change] = [...beside.get().changes.values()].filter(({ made }) => made?.postId === post.id)
  expect(change?.made).toMatchObject({ parentId: null, role: 'review of 2025' })
  expect(await device.read.get(comments, change?.id ?? '')).toMatchObject({ reviewingForReview: year, postId: post.id })
})

test('a review that comes after the end says so, and the text stays', async () => {
  await openTestDevice()
  await show(<ReviewForm post={aReviewed()} year={year} plan={null} />)
  await field().fill('Too late.')
  vi.setSystemTime(phaseStart(year, 'results'))
  await page.getByRole('button', { name: 'Post review' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(field()).toHaveValue('Too late.')
})

test('below a post the form opens where it stands', async () => {
  await openTestDevice()
  await show(<ReviewAsk page={{ year, plan: null }} given={{ post: aReviewed(), textVersion: '' }} />)
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect.element(field()).toBeVisible()
})

test('its author is not asked', async () => {
  asMember(mia)
  const post = { ...aReviewed(), authorId: mia.viewer.kind === 'member' ? mia.viewer.userId : '' }
  await show(<ReviewAsk page={{ year, plan: null }} given={{ post, textVersion: '' }} />)
  // Until the clock is there it is not known whether reviews are taken.
  await expect.poll(() => page.getByRole('link', { name: 'Write a review' }).elements()).toEqual([])
})
