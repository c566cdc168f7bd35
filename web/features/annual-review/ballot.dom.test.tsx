import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { reviewVoteId, reviewVotes } from '#shared/annual-review/schema.ts'
import { phaseStart, yearStart } from '#shared/annual-review/years.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show, went } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { aPost, member } from '#shared/testing/factories.ts'
import BallotPage from './pages/ballot-page.tsx'
import { Ballot } from './parts/ballot.tsx'
import { UnsentVotes } from './parts/unsent-votes.tsx'
import { YourShare } from './parts/your-share.tsx'
import type { ReviewLine } from './review-lines.ts'
import { frameOf } from './review-lines.ts'

const year = 2025
const now = phaseStart(year, 'voting') + 9
const frame = frameOf(year, now, undefined)

// A device asks the clock whether votes are taken.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

const aLine = (title: string): ReviewLine => ({
  row: {
    ...{ id: nextId(), title, slug: 'x', kind: 'post', lang: 'en', dir: 'ltr', isPinned: false, isCurated: false, isFrontpage: false },
    ...{ authors: [], at: yearStart(year), score: 3, voteCount: 1, commentCount: 0, talkedAt: 0 },
  },
  ...{ voteCount: 2, positiveCount: 2, reviewCount: 1, karmaVote: 0, refusal: null, ownerIds: [nextId()] },
})
const spent = () => page.getByRole('status')
const step = (title: string, name: RegExp) => page.getByRole('group', { name: `Your vote on ${title}` }).getByRole('button', { name })

test('a vote is spent at once and without a network, again it is neutral, and it is taken back', async () => {
  const { device } = await openTestDevice()
  network.isOffline = true
  const [tides, ships] = [aLine('On tides'), aLine('On ships')]
  await show(<Ballot frame={frame} lines={[tides, ships]} votes={[{ postId: ships.row.id, score: 6, at: 1, isReviewed: true }]} isOpen />)
  await expect.element(spent()).toHaveTextContent('10 of 500 points spent on 1 vote.')
  await expectAccessible()
  await step('On tides', /Extremely important/u).click()
  await expect.element(spent()).toHaveTextContent('55 of 500 points spent on 2 votes.')
  await expect.element(step('On tides', /Extremely important/u)).toHaveAttribute('aria-pressed', 'true')
  const stored = () => device.read.get(reviewVotes, reviewVoteId(device.account ?? '', tides.row.id, year))
  expect(await stored()).toMatchObject({ score: 7 })
  await step('On tides', /Extremely important/u).click()
  await expect.element(step('On tides', /Neutral/u)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Take back your vote on On tides' }).click()
  await expect.element(spent()).toHaveTextContent('10 of 500 points spent on 1 vote.')
  // A vote that the server never had leaves no trace, or one that says none.
  expect((await stored())?.score ?? 0).toBe(0)
})

test('is cast by keyboard, and the focus stays on the step', async () => {
  await openTestDevice()
  await show(<Ballot frame={frame} lines={[aLine('On tides')]} votes={[]} isOpen />)
  await press('{Tab}', '{Tab}', '{Tab}', '{Tab}', '{Tab}', '{Tab}', '{Tab}', '{Enter}')
  await expect.element(spent()).toHaveTextContent('1 of 500 points spent on 1 vote.')
  expect(focused()).toContain('Good')
})

test('a vote that comes after the end says so, and what is spent stays', async () => {
  await openTestDevice()
  await show(<Ballot frame={frame} lines={[aLine('On tides')]} votes={[]} isOpen />)
  vi.setSystemTime(phaseStart(year, 'results'))
  await step('On tides', /^Good/u).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'takes no votes now' })).toBeVisible()
  await expect.element(spent()).toHaveTextContent('0 of 500 points spent on 0 votes.')
})

test('seven steps fit a narrow phone, large enough for a finger', async () => {
  await openTestDevice()
  await page.viewport(320, 640)
  await show(<Ballot frame={frame} lines={[aLine('On tides')]} votes={[]} isOpen />)
  const boxes = page
    .getByRole('group')
    .getByRole('button')
    .elements()
    .map((one) => one.getBoundingClientRect())
  expect(boxes).toHaveLength(7)
  expect(Math.min(...boxes.map(({ width }) => width))).toBeGreaterThanOrEqual(32)
  expect(new Set(boxes.map(({ top }) => top)).size).toBe(1)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
})

test('a vote counts for one’s share at once', async () => {
  await openTestDevice()
  const line = aLine('On tides')
  await show(
    <>
      <YourShare frame={frame} lines={[line]} votes={[]} written={0} />
      <Ballot frame={frame} lines={[line]} votes={[]} isOpen />
    </>,
  )
  await expect.element(page.getByText('Your share: 0 of 6 votes cast.')).toBeVisible()
  await step('On tides', /Extremely important/u).click()
  await expect.element(page.getByText('Your share: 1 of 6 votes cast.')).toBeVisible()
  await expectAccessible()
})

test('what is not sent yet is said with the time that is left, until the phase is over', async () => {
  const { server } = await openTestDevice()
  network.isOffline = true
  server.isReached(false)
  vi.setSystemTime(phaseStart(year, 'results') - 5.5 * 3_600_000)
  const lines = ['On tides', 'On ships'].map(aLine)
  const board = (
    <>
      <UnsentVotes frame={frame} />
      <Ballot frame={frame} lines={lines} votes={[]} isOpen />
    </>
  )
  await show(board)
  await step('On tides', /^Good/u).click()
  await expect.element(page.getByText('Not sent yet: 1 vote. Voting ends in 5 hours.')).toBeVisible()
  await step('On ships', /^Good/u).click()
  await expect.element(page.getByText('Not sent yet: 2 votes. Voting ends in 5 hours.')).toBeVisible()
  await expectAccessible()
})

const ballotPage = (panel: object | null) => ({
  ...{
    frame,
    filter: {},
    tags: ['Tides', 'Sea', 'Bees', 'Proof', 'Measurement of everything', 'Wine', 'Harbours'],
    votes: [],
    written: 0,
    count: 2,
  },
  order: { sort: 'needsVote', isReversed: false, offered: ['needsVote', 'reviewVoteScoreHighKarma'] },
  ...{ lines: given, refusal: null, panel, longforms: [], more: null },
})
const given = ['On tides', 'On ships'].map(aLine)
const opened = given[0]?.row.id ?? ''
const panel = {
  ...{ post: aPost({ id: opened, title: 'On tides' }), refusal: null, textId: 'r1' },
  discussion: { people: [], items: [], reactions: { tallies: {}, views: {} } },
}

test('a candidate is opened beside the list, which stays where it is, and closed again', async () => {
  await openTestDevice({ me: { viewer: member(nextId()), name: 'Mia', slug: 'mia', votes: [] } })
  await page.viewport(1280, 800)
  const shown = await show(<BallotPage />, { at: '/reviewVoting/2025', page: ballotPage(null) })
  await page.getByRole('link', { name: 'On tides' }).click()
  await expect.poll(() => went.to).toEqual([`/reviewVoting/2025?sort=needsVote&post=${opened}#review-panel-title`])
  await shown.unmount()
  await show(<BallotPage />, { at: '/reviewVoting/2025', page: ballotPage(panel), bodies: { [`text-${opened}`]: '<p>Water rises.</p>' } })
  await expect.element(page.getByText('Water rises.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'On ships' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect.poll(() => went.to.at(-1)).toBe(`/reviewVoting/2025?sort=needsVote#opens-${opened}`)
})

test.each([320, 390])('at %s px the open candidate is the page, and neither order nor filters are cut', async (width) => {
  await openTestDevice()
  await page.viewport(width, 700)
  const shown = await show(<BallotPage />, { at: '/reviewVoting/2025', page: ballotPage(null) })
  await page.getByText('2 more tags').click()
  const edges = [...document.querySelectorAll('.review-order *, .review-filter a')].map((one) => one.getBoundingClientRect())
  expect(edges.length).toBeGreaterThan(8)
  expect(Math.max(...edges.map(({ right }) => right))).toBeLessThanOrEqual(width)
  await shown.unmount()
  await show(<BallotPage />, { at: '/reviewVoting/2025', page: ballotPage(panel), bodies: { [`text-${opened}`]: '<p>Water rises.</p>' } })
  await expect.element(page.getByText('Water rises.')).toBeVisible()
  await expect.element(page.getByText('On ships')).not.toBeVisible()
  await page.viewport(1280, 900)
})
