import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { finishPurges, noticeEndedLimits } from './jobs.ts'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { rsvpsBy } from '#shared/events/queries.ts'
import { rsvpId, rsvps } from '#shared/events/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { logOf } from '#shared/moderation/log-schema.ts'
import { auditEntries, reviewOf } from '#shared/moderation/measure-queries.ts'
import { messages } from '#shared/messages/schema.ts'
import { planPurge } from '#shared/moderation/purge-plan.ts'
import { purges } from '#shared/moderation/measure-schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { feedbackMessages } from '#shared/reports/schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { tallies } from '#shared/votes/schema.ts'
import { dayMs, minuteMs } from '#shared/kernel/durations.ts'
const running = new AbortController().signal

const anRsvp = (userId: string, postId: string) => ({ id: rsvpId(userId, postId), userId, postId, answer: 'going' as const, at: T0 })

/** Nell, Ben, and Teo the moderator; Ben has published. */
async function scene() {
  const clock = { now: T0 }
  const core = await aCore(() => clock.now)
  const [nell, ben, teo] = [await core.join(100), await core.join(200), await core.join(300)]
  await core.store.write(async ({ tx }) => {
    for (const id of [ben, teo]) {
      const member = await tx.get(members, id)
      if (member !== undefined) await tx.put(members, { ...member, approvedBy: teo, groups: id === teo ? ['moderators'] : [] })
    }
  })
  await core.must({ name: 'posts.publish', args: publishArgs({ id: idOf(1), revisionId: idOf(2) }), userId: ben })
  const comment = (n: number, now: number) =>
    core.apply({ name: 'comments.post', args: { id: idOf(n), postId: idOf(1), parentId: null, body: paragraph('Hm.') }, userId: nell, now })
  return { ...{ core, clock, nell, ben, teo, comment }, ports: { store: core.store, apply: core.writer.apply.bind(core.writer) } }
}

const limitArgs = (userId: string, changes = {}) => ({
  ...{ id: idOf(70), userId, type: 'allComments', intervalLength: 1, intervalUnit: 'hours', actionsPerInterval: 1 },
  ...{ endsAt: T0 + 3 * dayMs, reason: 'Slow down.', ...changes },
})

test('a limit set by hand paces an hour, refuses beyond a day, and is over with its end', async () => {
  const { core, nell, teo, comment } = await scene()
  await core.must({ name: 'moderation.limit', args: limitArgs(nell), userId: teo })
  expect(await comment(10, T0)).toMatchObject({ kind: 'applied' })
  expect(await comment(11, T0 + 20 * minuteMs)).toEqual({ kind: 'later', retryAfterMs: 40 * minuteMs, reason: 'limited-by-moderator' })
  await core.must({ name: 'moderation.limit', args: limitArgs(nell, { id: idOf(71), actionsPerInterval: 0 }), userId: teo, now: T0 + 1 })
  const refused = await comment(11, T0 + 2 * 60 * minuteMs)
  expect(refused).toMatchObject({ kind: 'rejected', error: { code: 'rate-limited', reason: 'limited-by-moderator' } })
  expect(await comment(11, T0 + 3 * dayMs)).toMatchObject({ kind: 'applied' })
})

test('an exempt member, and a discussion without limits, is not rate limited', async () => {
  const { core, nell, ben, teo, comment } = await scene()
  expect(await comment(10, T0)).toMatchObject({ kind: 'applied' })
  expect(await comment(11, T0 + 1)).toMatchObject({ kind: 'later' })
  await core.must({ name: 'moderation.setExempt', args: { userId: nell, isExempt: true }, userId: teo })
  expect(await comment(11, T0 + 1)).toMatchObject({ kind: 'applied' })
  await core.must({ name: 'moderation.setExempt', args: { userId: nell, isExempt: false }, userId: teo })
  expect(await comment(12, T0 + 2)).toMatchObject({ kind: 'later' })
  const lift = { name: 'posts.setIgnoresRateLimits', args: { id: idOf(1), isOn: true } }
  expect(await core.apply({ ...lift, userId: ben })).toMatchObject({ kind: 'rejected', error: { reason: 'staff-only' } })
  await core.must({ ...lift, userId: teo })
  expect(await comment(12, T0 + 2)).toMatchObject({ kind: 'applied' })
})

test('somebody whose limit has ended comes before the moderators once', async () => {
  const { core, nell, teo, ports } = await scene()
  await core.must({ name: 'moderation.limit', args: limitArgs(nell), userId: teo })
  const review = () => core.store.read((read) => reviewOf(read, nell))
  const atOf = (now: number) => ({ ...ports, apply: (request: Parameters<typeof ports.apply>[0]) => ports.apply({ ...request, now }) })
  await noticeEndedLimits(atOf(T0 + dayMs), T0 + dayMs)
  expect((await review()).needsReview).toBe(false)
  await noticeEndedLimits(atOf(T0 + 3 * dayMs), T0 + 3 * dayMs)
  expect(await review()).toMatchObject({ needsReview: true, reasons: ['manualRateLimitExpired'] })
  await core.must({ name: 'moderation.dequeue', args: { userId: nell }, userId: teo, now: T0 + 3 * dayMs + 1 })
  await noticeEndedLimits(atOf(T0 + 3 * dayMs + 2), T0 + 3 * dayMs + 2)
  expect((await review()).needsReview).toBe(false)
})

test('a purge takes posts, comments and votes away, also when it is cut off half-way', async () => {
  const { core, nell, ben, teo, ports } = await scene()
  const all = 60
  await core.store.write(async ({ tx }) => {
    const member = await tx.get(members, nell)
    if (member !== undefined) await tx.put(members, { ...member, approvedBy: teo })
  })
  for (let n = 0; n < all; n += 1) {
    const args = { id: idOf(1_000 + n), postId: idOf(1), parentId: null, body: paragraph(`Hm ${n}.`) }
    await core.must({ name: 'comments.post', args, userId: nell, now: T0 + n * 9_000 })
  }
  await core.must({ name: 'posts.publish', args: publishArgs({ id: idOf(5), revisionId: idOf(6), title: 'Spam' }), userId: nell })
  const vote = { targetKind: 'post', targetId: idOf(1), axis: 'approval', value: 1 }
  const karmaOf = async (id: string) => (await core.store.read((read) => read.get(karmaStats, id)))?.karma ?? 0
  const [karma, score] = [await karmaOf(ben), (await core.store.read((read) => read.get(tallies, idOf(1))))?.baseScore ?? 0]
  await core.must({ name: 'votes.set', args: vote, userId: nell, now: T0 + dayMs })
  expect(await karmaOf(ben)).toBe(karma + 1)
  const hello = { id: idOf(80), messageId: idOf(81), participantIds: [ben], title: '', body: paragraph('Buy this.') }
  await core.must({ name: 'conversations.begin', args: hello, userId: nell })
  for (const n of [1, 2, 3]) await core.store.write(({ tx }) => tx.put(rsvps, anRsvp(nell, idOf(90 + n))))
  await core.store.write(({ tx }) => tx.put(rsvps, anRsvp(ben, idOf(91))))
  const plan = await core.store.read((read) => planPurge(read, nell))
  expect(plan).toMatchObject({ counts: { posts: 1, drafts: 0, comments: all, messages: 1, wikiEdits: 0, rsvps: 3 }, atLeast: [] })

  await core.must({ name: 'moderation.purge', args: { userId: nell, publicReason: 'Spam.', privateNote: '' }, userId: teo })
  await core.must({ name: 'moderation.purgeStep', args: { userId: nell }, userId: null, source: 'server' })
  expect(await core.store.read((read) => read.get(purges, nell))).toMatchObject({ posts: 1, comments: 49, doneAt: null })
  // The server was stopped here, and goes on.
  await finishPurges(ports, T0, running)
  // Each comment has its author's own vote.
  expect(await core.store.read((read) => read.get(purges, nell))).toMatchObject({ posts: 1, comments: all, rsvps: 3, doneAt: T0 })
  const answers = (id: string) => core.store.read((read) => read.list(rsvpsBy(id, 9)))
  expect([await answers(nell), (await answers(ben)).length]).toEqual([[], 1])
  expect(await core.store.read((read) => read.get(posts, idOf(5)))).toMatchObject({ status: 'removed', archivedById: teo })
  expect(await core.store.read((read) => read.get(posts, idOf(1)))).toMatchObject({ commentCount: 0 })
  const listed = defineQuery({ table: listings, index: ['postId'], equals: [idOf(5)], order: 'ascending', limit: 9 })
  expect(await core.store.read((read) => read.list(listed))).toEqual([])
  for (let n = 0; n < all; n += 1)
    expect(await core.store.read((read) => read.get(comments, idOf(1_000 + n)))).toMatchObject({ removedBy: 'moderator' })
  // What was done is what was counted before, and nothing is left of it.
  expect(await core.store.read((read) => read.get(purges, nell))).toMatchObject(plan.counts)
  const left = await core.store.read((read) => planPurge(read, nell))
  expect(Object.values(left.counts).every((count) => count === 0)).toBe(true)
  expect(await core.store.read((read) => read.get(messages, idOf(81)))).toMatchObject({ body: null, event: null, n: 1 })
  expect(await karmaOf(ben)).toBe(karma)
  expect(await core.store.read((read) => read.get(tallies, idOf(1)))).toMatchObject({ baseScore: score })
  expect(await core.store.read((read) => read.get(karmaStats, nell))).toMatchObject({ postCount: 0, commentCount: 0 })
})

test('errors and feedback that administrators settle stand in the audit log, each of several by itself', async () => {
  const { core, teo } = await scene()
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)]
  const empty = { name: '', email: '', message: 'It is blank.', release: '', url: '', browser: '', tags: [], answers: [] }
  await core.store.write(async ({ tx }) => {
    const member = await tx.get(members, teo)
    if (member !== undefined) await tx.put(members, { ...member, isAdmin: true })
    for (const id of [one, two])
      await tx.put(feedbackMessages, {
        ...{ id, at: T0, ...empty, state: 'open', doneAt: null },
        ...{ assigneeId: null, screenshot: 'none', errorEventId: null },
      })
  })
  for (const id of [one, two]) await core.must({ name: 'reports.settleFeedback', args: { id, isDone: true }, userId: teo })
  const audit = await core.store.read((read) => read.list(auditEntries(9)))
  expect(audit.map(({ act, byId, targetId, details }) => [act, byId, targetId, details['isDone']]).toSorted()).toEqual([
    ['reports.settleFeedback', teo, one, true],
    ['reports.settleFeedback', teo, two, true],
  ])
})

test('what moderators do to others’ work stands in the audit log, and what everybody may know in theirs', async () => {
  const { core, nell, ben, teo, comment } = await scene()
  await comment(10, T0)
  await comment(11, T0 + 60 * minuteMs)
  const removing = (n: number) => ({ name: 'comments.remove', args: { id: idOf(n), reason: 'Off topic.' } })
  await core.must({ ...removing(10), userId: nell })
  await core.must({ ...removing(11), userId: teo })
  await core.must({ name: 'posts.setCommentsLocked', args: { id: idOf(1), isOn: true }, userId: teo })
  await core.must({ name: 'moderation.rejectPost', args: { id: idOf(1), reason: 'Too short.' }, userId: teo })
  const log = () => core.store.read((read) => read.list(logOf('deletedComment', 9, 0)))
  expect((await log()).map(({ targetId, isOwn }) => [targetId, isOwn])).toEqual(
    expect.arrayContaining([
      [idOf(10), true],
      [idOf(11), false],
    ]),
  )
  const audit = await core.store.read((read) => read.list(auditEntries(9)))
  // Nell’s own removal is nobody’s decision.
  expect(audit.map(({ act, byId, userId }) => [act, byId, userId]).toSorted()).toEqual([
    ['comments.remove', teo, nell],
    ['moderation.rejectPost', teo, ben],
    ['posts.setCommentsLocked', teo, ben],
  ])
  await core.must({ name: 'comments.restore', args: { id: idOf(11) }, userId: teo })
  expect((await log()).map(({ targetId }) => targetId)).toEqual([idOf(10)])
  await core.must({ name: 'moderation.rejectPost', args: { id: idOf(1), reason: null }, userId: teo, now: T0 + 1 })
  expect(await core.store.read((read) => read.list(logOf('rejectedPost', 9, 0)))).toEqual([])
})

test('a purge that was cut off is finished, however many were begun after it', async () => {
  const { core, nell, teo, ports, comment } = await scene()
  expect(await comment(10, T0)).toMatchObject({ kind: 'applied' })
  await core.must({ name: 'moderation.purge', args: { userId: nell, publicReason: 'Spam.', privateNote: '' }, userId: teo })
  const none = { posts: 0, comments: 0, sequences: 0, votes: 0 }
  await core.store.write(async ({ tx }) => {
    for (let n = 1; n <= 501; n += 1) await tx.put(purges, { id: idOf(5_000 + n), byId: teo, at: T0 + n, ...none, doneAt: T0 + n })
  })
  await finishPurges(ports, T0, running)
  expect(await core.store.read((read) => read.get(comments, idOf(10)))).toMatchObject({ removedBy: 'moderator' })
})
