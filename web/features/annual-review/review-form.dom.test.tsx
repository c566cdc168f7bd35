import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { reviewVoteId, reviewVotes } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { comments } from '#shared/comments/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import { VoteForm } from '../../blocks/votes/vote-form.tsx'
import { beside } from '../../blocks/comments/beside.ts'
import { asMember, mia, openTestDevice } from '../../testing/device.ts'
import { drawn, expectAccessible, nextId, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { ReviewForm } from './parts/review-form.tsx'
import ReviewAsk from './shows/review-ask.tsx'
import RunningReview from './shows/running-review.tsx'
import ReviewVoteAsk from './shows/review-vote.tsx'

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

type Line = Parameters<typeof ReviewVoteAsk>[0]['page']['line']

const aLine = (over = {}): Line => ({
  row: {
    ...{ id: nextId(), title: 'On tides', slug: 'x', kind: 'post', lang: 'en', dir: 'ltr', isPinned: false, isCurated: false },
    ...{ isFrontpage: false, authors: [], at: yearStart(year), score: 3, voteCount: 1, commentCount: 0, talkedAt: 0 },
  },
  ...{ voteCount: 2, positiveCount: 2, reviewCount: 1, karmaVote: 0, refusal: null, ownerIds: [nextId()], ...over },
})

test('who has read a review votes on its post where the review stands, within the form of the discussion', async () => {
  const { device } = await openTestDevice()
  network.isOffline = true
  const line = aLine()
  await show(
    <VoteForm from="/">
      <ReviewVoteAsk page={{ year, plan: null, line }} given={{ commentId: nextId() }} />
    </VoteForm>,
  )
  await page.getByRole('link', { name: 'Vote on this post in the review of 2025' }).click()
  await page.getByRole('button', { name: /Quite important/u }).click()
  await expect.element(page.getByRole('button', { name: /Quite important/u })).toHaveAttribute('aria-pressed', 'true')
  expect(await device.read.get(reviewVotes, reviewVoteId(device.account ?? '', line.row.id, year))).toMatchObject({ score: 6 })
  await expectAccessible()
})

test.each([
  ['its author', () => aLine({ ownerIds: [mia.viewer.kind === 'member' ? mia.viewer.userId : ''] }), now],
  ['anybody after the end', () => aLine(), phaseStart(year, 'results')],
])('no vote is asked of %s', async (_whom, line, time) => {
  asMember(mia)
  vi.setSystemTime(time)
  await show(
    <>
      <ReviewVoteAsk page={{ year, plan: null, line: line() }} given={{ commentId: nextId() }} />
      <ReviewAsk page={{ year, plan: null }} given={{ post: aReviewed(), textVersion: '' }} />
    </>,
  )
  await drawn()
  await expect.poll(() => page.getByRole('link', { name: 'Vote on this post' }).elements()).toEqual([])
})

test('the front page counts the days that are left of a phase, until that is dismissed', async () => {
  const running = { year, phase: 'reviews' as const, lastDay: now + 36 * 3_600_000 }
  await show(<RunningReview page={running} given={{}} />)
  await expect.element(page.getByText(/Reviews, until .* \(2 days left\)/u)).toBeVisible()
  await expectAccessible()
  // The button stands beside the lines, which are no further apart for it.
  await page.viewport(320, 700)
  const text = page.getByText(/2 days left/u).element()
  const [{ lineHeight }, { height, right }] = [getComputedStyle(text), text.getBoundingClientRect()]
  expect(Math.abs(height / Number.parseFloat(lineHeight) - Math.round(height / Number.parseFloat(lineHeight)))).toBeLessThan(0.1)
  expect(page.getByRole('button', { name: 'Dismiss' }).element().getBoundingClientRect().left).toBeGreaterThan(right)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => page.getByText('Review of 2025').elements()).toEqual([])
  expect(localStorage.getItem('review-dismissed')).toBe('2025 reviews')
  localStorage.removeItem('review-dismissed')
})
