import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { sendMutation } from '../../data/mutation.ts'
import { drawn, expectAccessible, press, show, went } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import SupermodPage from './pages/supermod-page.tsx'
import { pendingDecisions } from './pending-decisions.ts'
import type { ReviewedView } from './reviewed-member.ts'
import type { QueueRow } from './supermod.load.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const [tam, rufus] = [idOf(400), idOf(401)]
const done = { json: { outcome: 'applied', seq: 1 } }

const row = (userId: string, name: string): QueueRow => ({
  ...{ userId, name, slug: name.toLowerCase(), joinedAt: T0, karma: 1, postCount: 1, commentCount: 1 },
  ...{ group: 'newContent', queuedAt: T0, reasons: ['First post'], heldBy: null },
})

const item = (id: string, kind: 'post' | 'comment', title: string) => ({
  ...{
    id,
    kind,
    title,
    href: '/posts/x',
    at: T0,
    isWaiting: true,
    rejectedReason: null,
    isRemoved: false,
    excerpt: 'Words.',
    score: 1,
    votes: 1,
  },
})

const opened = (changes: Partial<ReviewedView> = {}): ReviewedView => ({
  ...{ userId: tam, name: 'Tam', slug: 'tam', bio: '', joinedAt: T0, karma: 1, postCount: 1, commentCount: 1, bannedUntil: null },
  ...{ isApproved: false, roles: [], taken: [], needsReview: true, reasons: ['First post'], isFlagged: false, snoozedUntilCount: null },
  ...{ notes: '', seen: T0, heldBy: null, mayTakeMeasures: true, mayPurge: true, actions: [], limits: [], reports: [] },
  items: [item(idOf(10), 'comment', 'On tides'), item(idOf(11), 'post', 'Boats')],
  ...changes,
})

async function queue(member: ReviewedView | null = opened()) {
  // As the inline script does: buttons that need one are seen.
  document.documentElement.dataset['js'] = ''
  const ownDecisions = pendingDecisions({
    ...{ undoMs: hourMs, now: () => Date.now() },
    async send({ name, args }) {
      const answer = await sendMutation(name, args)
      return answer.outcome === 'applied' ? null : 'Only moderators can do that.'
    },
  })
  for (const name of ['take', 'release']) network.answers(links.mutation(`reviewClaims.${name}`), done)
  const counts = { newContent: 2, offboard: 0, highContext: 0, maybeSpam: 0, automod: 0, snoozeExpired: 0, unknown: 0, all: 2, reports: 0 }
  const rows = member === null ? [] : [row(tam, 'Tam'), row(rufus, 'Rufus')]
  const templates = [{ id: idOf(70), name: 'Advertising', groupLabel: '', contents: 'No advertising at {{siteName}}.' }]
  await show(<SupermodPage decisions={ownDecisions} />, {
    at: '/admin/supermod',
    page: {
      tab: 'newContent',
      counts,
      rows,
      more: null,
      opened: member,
      isAsked: false,
      reports: [],
      posts: [],
      templates,
      siteName: 'Lyceum',
      now: T0,
    },
    bodies: { [idOf(10)]: '<p>Words of a comment.</p>' },
  })
  await expect.element(page.getByRole('heading', { name: 'Moderation queue' })).toBeVisible()
}

const argsOf = (name: string) => network.asked(links.mutation(name)).map(({ body }) => JSON.parse(body).args)
const answers = (...names: readonly string[]) => names.forEach((name) => network.answers(links.mutation(name), done))
const sendNow = () => page.getByRole('button', { name: 'Send now' }).click()

test('one key approves, the next member opens, and nothing is sent before its time', async () => {
  answers('moderation.approve')
  await queue()
  await press('a')
  await expect.element(page.getByText('Approved Tam').first()).toBeInTheDocument()
  await expect.poll(() => went.to.at(-1)).toBe(links.supermod({ tab: 'newContent', user: rufus }))
  await expect.poll(() => page.getByRole('link', { name: /^Tam/u }).query()).toBeNull()
  expect(argsOf('moderation.approve')).toEqual([])
  await sendNow()
  await expect.poll(() => argsOf('moderation.approve')).toEqual([{ userId: tam, seen: T0 }])
  await expect.poll(() => went.refreshed).toBe(1)
})

test('Z takes the last decision back: it is never sent, and the member is there again', async () => {
  await queue()
  await press('q', 'z')
  await expect.element(page.getByText('Undone: Removed from the queue Tam')).toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: /^Tam/u }).first()).toBeVisible()
  expect(page.getByRole('button', { name: 'Send now' }).query()).toBeNull()
})

test('a rejection takes its words from templates, and Enter does it', async () => {
  answers('moderation.rejectComment')
  await queue()
  await press('r')
  await page.getByLabelText('Advertising').click()
  await expect.element(page.getByLabelText('Reason, shown to the member')).toHaveValue('No advertising at Lyceum.')
  await press('{Enter}')
  await sendNow()
  await expect.poll(() => argsOf('moderation.rejectComment')).toEqual([{ id: idOf(10), reason: 'No advertising at Lyceum.' }])
})

test('Enter goes into posts and comments, where the arrows choose what is rejected; Escape comes back', async () => {
  answers('moderation.rejectPost')
  await queue()
  await page.getByRole('heading', { name: 'Moderation queue' }).click()
  await press('{Enter}', '{ArrowDown}', 'r')
  await page.getByLabelText('Reason, shown to the member').fill('Too early.')
  await press('{Enter}')
  await sendNow()
  await expect.poll(() => argsOf('moderation.rejectPost')).toEqual([{ id: idOf(11), reason: 'Too early.' }])
  await press('{Escape}', '{ArrowDown}')
  await expect.poll(() => went.to.at(-1)).toBe(links.supermod({ tab: 'newContent', user: rufus }))
})

test('a ban is two keys, and Escape leaves its form without a decision', async () => {
  answers('moderation.ban', 'moderation.dequeue')
  await queue()
  await press('b', '{Escape}')
  await expect.poll(() => page.getByRole('form', { name: /Ban for 3 months/u }).query()).toBeNull()
  await press('b', '{Enter}')
  await sendNow()
  await expect.poll(() => argsOf('moderation.ban')).toMatchObject([{ userId: tam, publicReason: 'Breaks the community’s norms.' }])
  await expect.poll(() => argsOf('moderation.dequeue')).toEqual([{ userId: tam }])
})

test('a ban is lifted by one key', async () => {
  answers('moderation.unban')
  await queue(opened({ bannedUntil: Date.now() + hourMs }))
  await press('B')
  await sendNow()
  await expect.poll(() => argsOf('moderation.unban')).toEqual([{ userId: tam, reason: '' }])
})

test('where there is no ban, the key that lifts it does nothing', async () => {
  await queue()
  await press('B')
  expect(page.getByRole('button', { name: 'Send now' }).query()).toBeNull()
})

test('a moderator who has lost the role reads which decision was not done', async () => {
  network.answers(links.mutation('moderation.approve'), {
    json: { outcome: 'rejected', error: { code: 'not-allowed', reason: 'staff-only', field: null, retryAfterMs: null } },
  })
  await queue()
  await press('a')
  await sendNow()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Approved Tam: Only moderators can do that.')
  await expect.element(page.getByRole('link', { name: /^Tam/u }).first()).toBeVisible()
})

test('whom another moderator has open can be looked at, and not be decided about', async () => {
  await queue(opened({ heldBy: 'Ada' }))
  await expect.element(page.getByRole('article')).toMatchTextContent('Ada has this member open.')
  await expect.element(page.getByRole('button', { name: /^Approve A$/u })).toBeDisabled()
  await press('a')
  await drawn()
  expect(page.getByRole('button', { name: 'Send now' }).query()).toBeNull()
})

test('keys rest while a note is written', async () => {
  await queue()
  await page.getByLabelText('Add a note').fill('a quiet word')
  await press('a')
  await drawn()
  expect(page.getByRole('button', { name: 'Send now' }).query()).toBeNull()
})

test('on a phone the bar is a few lines, the rest opens by keyboard, and every key still decides', async () => {
  answers('moderation.purge')
  await page.viewport(360, 740)
  await queue()
  const bar = page.getByRole('group', { name: 'Decide about Tam' })
  expect(bar.element().getBoundingClientRect().height).toBeLessThan(200)
  await expect.element(page.getByRole('heading', { name: 'Tam' })).toBeInTheDocument()
  expect(page.getByRole('button', { name: /^Purge/u }).query()).toBeNull()
  await press('p', '{Enter}')
  await expect.element(page.getByText('Purged Tam').first()).toBeInTheDocument()
})

test('on a phone “More decisions” has the others', async () => {
  await page.viewport(360, 740)
  await queue()
  page.getByRole('button', { name: /^Undo/u }).element().focus()
  await press('{Tab}', '{Enter}')
  await expect.element(page.getByRole('button', { name: /^Purge/u })).toBeVisible()
  await press('{Tab}')
  expect(document.activeElement?.textContent).toMatch(/^Approve current content only/u)
})

test('in a wide window every decision is there at once', async () => {
  await page.viewport(1_200, 800)
  await queue()
  await expect.element(page.getByRole('button', { name: /^Purge/u })).toBeVisible()
})

test('the queue is accessible', async () => {
  await queue()
  await press('r')
  await expectAccessible()
})

test('an empty queue says so', async () => {
  await queue(null)
  await expect.element(page.getByText('Nothing to review.')).toBeVisible()
})
