/**
 * A month of a community: ordinary members, newcomers, a flood from new accounts, a brigade against
 * one member, one who harasses another for weeks, and two moderators who work the queue each
 * evening. Everything goes through the product's mutations, triggers and jobs; what should come of
 * it says the model beside it. That 244 members were let in long ago, with some karma, is written
 * straight into the store.
 */
import { noteReceptions, finishPurges, noticeEndedLimits } from '#server/features/moderation/jobs.ts'
import { raiseVotePatterns } from '#server/features/votes/jobs.ts'
import type { Core } from '#server/testing/core.ts'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { openReportsAbout } from '#shared/content-reports/queries.ts'
import { listings } from '#shared/feed/schema.ts'
import { dayMs, hourMs, minuteMs } from '#shared/kernel/durations.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { DecisionName } from '#shared/moderation-queue/decisions.ts'
import { decisionOf } from '#shared/moderation-queue/decisions.ts'
import { firstWaiting } from '#shared/moderation-queue/queries.ts'
import { auditEntries, reviewOf } from '#shared/moderation/measure-queries.ts'
import { takenFrom } from '#shared/moderation/rights.ts'
import { policies } from '#shared/policies.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf, member, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { randomFrom } from './world/random.ts'
import type { Kind, Work } from './moderation-model.ts'
import { Model, strongPower, weakPower } from './moderation-model.ts'

const personId = (n: number): string => idOf(100_000 + n)
const staff = 3
const settled = range(staff, 247)
const newcomers = range(247, 297)
const flooders = range(297, 497)
/** Of those who have been here long. */
const [harasser, harassed, brigaded] = [3, 4, 5] as const
const brigade = range(10, 35)

const spammers = new Set(flooders.map(personId))
const numberOf = new Map([...settled, ...newcomers, ...flooders].map((n) => [personId(n), n]))
const floodDay = 9
const brigadeDay = 15
const perEvening = 150

function range(from: number, until: number): readonly number[] {
  return Array.from({ length: until - from }, (_, n) => from + n)
}

export interface Month {
  readonly faults: readonly string[]
  /** How often each thing happened, so that a month in which nothing happens is no proof. */
  readonly counts: Readonly<Record<string, number>>
}

export async function runMonth(seed: string, days: number, core: Core, clock: { now: number }): Promise<Month> {
  const random = randomFrom(seed)
  const model = new Model()
  const faults: string[] = []
  const counts: Record<string, number> = {}
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1)
  const expectThat = (isSo: boolean, otherwise: string): void =>
    void (isSo || faults.push(`${new Date(clock.now).toISOString()} ${otherwise}`))
  const ports = { store: core.store, apply: core.writer.apply.bind(core.writer) }
  const running = new AbortController().signal
  const apply = (n: number, name: string, args: unknown) => core.apply({ name, args, userId: personId(n) })
  /** What the staff have decided: mutation, by whom, about whom. */
  const decided: string[] = []
  const purged = new Set<string>()
  const reports = new Map<number, number>()
  const noVotes = new Set<number>()
  let made = 200_000
  const newId = (): string => idOf((made += 1))

  for (const n of range(0, newcomers[0] ?? 0)) await core.join(100_000 + n, T0 - 400 * dayMs)
  await core.store.write(async ({ tx }) => {
    for (const n of range(0, newcomers[0] ?? 0)) {
      const [id, one] = [personId(n), await tx.get(members, personId(n))]
      if (one !== undefined)
        await tx.put(members, { ...one, isAdmin: n === 0, approvedBy: personId(0), groups: n === 1 || n === 2 ? ['moderators'] : [] })
      const karma = n === brigaded ? 30 : random.pick([2, 8, 30, 120, 400, 1_500])
      await tx.put(karmaStats, { id, karma, postCount: 0, commentCount: 0 })
      model.karma.set(id, karma)
      model.approved.add(id)
    }
  })

  const visible = (kind?: Kind): readonly Work[] =>
    [...model.works.values()].filter(
      (work) => !work.isWaiting && !spammers.has(work.authorId) && (kind === undefined || work.kind === kind),
    )

  async function publish(n: number, kind: Kind, under?: Work): Promise<void> {
    const [userId, id, now] = [personId(n), newId(), clock.now]
    const post = kind === 'comment' ? (under ?? random.pick(visible('post'))) : undefined
    const waitMs = model.waitMs(userId, kind, now, post?.authorId === userId)
    const outcome =
      post === undefined
        ? await apply(n, 'posts.publish', publishArgs({ id, revisionId: newId(), title: `Essay ${id}`, tags: [] }))
        : await apply(n, 'comments.post', { id, postId: post.postId, parentId: null, body: paragraph(`Hm ${id}.`) })
    const said =
      outcome.kind === 'rejected'
        ? `rejected ${outcome.error.code} ${outcome.error.retryAfterMs ?? 0}`
        : outcome.kind === 'later'
          ? `later ${outcome.retryAfterMs}`
          : 'applied'
    const isBanned = (model.banned.get(userId) ?? 0) > now
    const due = waitMs === 0 ? 'applied' : waitMs <= dayMs ? `later ${waitMs}` : `rejected rate-limited ${waitMs}`
    if (isBanned) expectThat(said.startsWith('rejected not-allowed'), `a ${kind} of banned ${n}: ${said}`)
    else expectThat(said === due, `a ${kind} of ${n}: ${said}, not ${due}`)
    count(`${kind} ${isBanned ? 'of a banned member' : said.split(' ')[0]}`)
    if (outcome.kind !== 'applied') return
    const karma = model.karmaOf(userId)
    const isWaiting = kind === 'post' && !model.approved.has(userId)
    const own = kind === 'post' ? strongPower(karma) : weakPower(karma)
    model.publish({ id, authorId: userId, kind, postId: post?.postId ?? id, at: now, isWaiting, votes: new Map(), own })
  }

  async function vote(n: number, work: Work, value: 1 | -1): Promise<void> {
    const voterId = personId(n)
    if (work.authorId === voterId || work.votes.has(voterId)) return
    const outcome = await apply(n, 'votes.set', { targetKind: work.kind, targetId: work.id, axis: 'approval', value })
    const mayVote = !noVotes.has(n) && (model.banned.get(voterId) ?? 0) <= clock.now
    expectThat((outcome.kind === 'applied') === mayVote, `a vote of ${n}: ${outcome.kind}`)
    count(`vote ${outcome.kind}`)
    if (outcome.kind === 'applied') model.vote(voterId, work, value * weakPower(model.karmaOf(voterId)))
  }

  async function report(n: number, work: Work | undefined): Promise<void> {
    if (work === undefined) return
    const outcome = await apply(n, 'contentReports.send', {
      id: newId(),
      targetKind: work.kind,
      targetId: work.id,
      reason: 'abuse',
      message: '',
    })
    count(`report ${outcome.kind}`)
    if (outcome.kind === 'applied') model.raise(work.authorId, 'reported', clock.now)
  }

  async function describe(n: number): Promise<void> {
    await core.must({ name: 'accounts.updateProfile', args: { bio: `Reads, and writes a little: ${n}.` }, userId: personId(n) })
    model.raise(personId(n), 'bio', clock.now)
  }

  /** What is planned for a day: when, and what. */
  function planOf(day: number): readonly (readonly [number, () => Promise<void>])[] {
    const from = T0 + day * dayMs
    const plan: (readonly [number, () => Promise<void>])[] = []
    const at = (when: number, act: () => Promise<void>): void => void plan.push([from + when, act])
    const sometime = (act: () => Promise<void>): void => at(random.whole(1, 20 * 3_600) * 1_000, act)
    const here = [...settled, ...newcomers.filter((_, n) => Math.floor(n / 2) < day)]
    for (let n = 0; n < 10; n += 1) sometime(() => publish(random.pick(here), 'post'))
    for (let n = 0; n < 30; n += 1) if (day > 0) sometime(() => publish(random.pick(here), 'comment'))
    // Those who have much to say.
    for (const n of day > 0 ? settled.slice(60, 64) : []) for (let k = 0; k < 5; k += 1) sometime(() => publish(n, 'comment'))
    for (let n = 0; n < 60; n += 1)
      if (day > 0) sometime(() => vote(random.pick(settled), random.pick(visible()), random.chance(0.75) ? 1 : -1))
    for (let n = 0; n < 2; n += 1) if (day > 0) sometime(() => report(random.pick(settled), random.pick(visible())))
    for (const n of newcomers.slice(day * 2, day * 2 + 2)) {
      at(n, () => core.join(100_000 + n, clock.now).then(() => undefined))
      at(n * 1_000 + minuteMs, () => describe(n))
      // Some say something of themselves, and write nothing yet.
      if (n % 5 === 0) continue
      at(hourMs + n * minuteMs, () => publish(n, 'post'))
      if (day > 0) at(5 * hourMs + n * minuteMs, () => publish(n, 'comment'))
    }
    for (const [k, n] of (day === floodDay ? flooders : []).entries()) {
      at(10 * hourMs + k * 15_000, () => core.join(100_000 + n, clock.now).then(() => undefined))
      for (let post = 0; post < (k < 20 ? 3 : 1); post += 1) at(11 * hourMs + k * 15_000 + post * 4_000, () => publish(n, 'post'))
    }
    if (day < brigadeDay && day > 0) sometime(() => publish(brigaded, 'comment'))
    if (day > brigadeDay) sometime(() => publish(brigaded, random.pick(['post', 'comment'])))
    for (const [k, n] of (day === brigadeDay ? brigade : []).entries()) {
      const start = 12 * hourMs + k * 3 * minuteMs
      for (let which = 0; which < 12; which += 1)
        at(start + which * 5_000, async () => {
          const work = model.worksOf(personId(brigaded))[which]
          if (work !== undefined) await vote(n, work, -1)
        })
      if (k < 8) at(start + 2 * minuteMs, () => report(n, model.worksOf(personId(brigaded))[k]))
    }
    if (day === 0) at(2_000, () => publish(harassed, 'post'))
    const target = (): Work | undefined => model.worksOf(personId(harassed))[0]
    if (day % 2 === 1) at(3 * hourMs, () => publish(harasser, 'comment', target()))
    if (day % 3 === 2) at(4 * hourMs, () => report(harasser, target()))
    if (day % 5 === 4)
      at(6 * hourMs, () =>
        report(
          harassed,
          model.worksOf(personId(harasser)).find(({ kind }) => kind === 'comment'),
        ),
      )
    return plan.toSorted(([a], [b]) => a - b)
  }

  /** What the moderators would do about somebody. */
  function verdictOn(n: number): readonly DecisionName[] {
    if (flooders.includes(n)) return ['purge']
    if (n === harasser && (reports.get(n) ?? 0) >= 3 && !model.banned.has(personId(n))) return ['ban']
    if (brigade.includes(n) && !noVotes.has(n) && (counts['vote patterns'] ?? 0) > 0) return ['voting', 'dequeue']
    if (!model.approved.has(personId(n))) return [random.chance(0.2) ? 'snooze' : 'approve']
    return ['dequeue']
  }

  async function decide(userId: string, turn: number): Promise<void> {
    const n = numberOf.get(userId) ?? 0
    const [mine, other] = turn % 2 === 0 ? ([1, 2] as const) : ([2, 1] as const)
    const seen = clock.now
    clock.now += 1_000
    await core.must({ name: 'reviewClaims.take', args: { userId }, userId: personId(mine) })
    const one = await core.store.read(async (read) => ({ member: await read.get(members, userId), review: await reviewOf(read, userId) }))
    const taken = one.member === undefined ? [] : takenFrom(one.member)
    const subject = { userId, seen, taken, isFlagged: one.review.isFlagged, item: null }
    const given = { reason: 'Breaks the norms.', contributions: 10, now: clock.now }
    reports.set(n, (reports.get(n) ?? 0) + 1)
    const names = verdictOn(n)
    const calls = names.flatMap((name) => decisionOf(name).calls(subject, given))
    if (n === harasser && reports.get(n) === 1) {
      const until = clock.now + 7 * dayMs
      const limit = {
        id: newId(),
        userId,
        type: 'allComments',
        intervalLength: 1,
        intervalUnit: 'days',
        actionsPerInterval: 1,
        endsAt: until,
      }
      calls.unshift({ name: 'moderation.limit', args: { ...limit, reason: 'Let it rest.' } })
      model.limited.set(userId, until)
    }
    if (turn % 7 === 0) {
      const both = await apply(other, 'moderation.approve', { userId, seen })
      expectThat(both.kind === 'rejected', `both moderators decide about ${n}: ${both.kind}`)
    }
    for (const [at, { name, args }] of calls.entries()) {
      const { seen: _seen, ...rest } = args
      await core.must({ name, args: at === 0 ? args : rest, userId: personId(mine) })
      decided.push([clock.now, name, personId(mine), userId].join(' '))
    }
    clock.now += 1_000
    // Who still sees the member as before the decision.
    const again = await apply(other, 'moderation.approve', { userId, seen })
    expectThat(again.kind === 'rejected', `${names.join()} about ${n} was overruled: ${again.kind}`)
    for (const name of names) count(name)
    follow(n, userId, names)
    const left = await core.store.read(async (read) => ({
      review: await reviewOf(read, userId),
      reports: await read.list(openReportsAbout(userId, 1)),
    }))
    expectThat(!left.review.needsReview && left.reports.length === 0, `${n} is still in the queue after ${names.join()}`)
  }

  function follow(n: number, userId: string, names: readonly DecisionName[]): void {
    const isLetIn = names.includes('approve') || names.includes('snooze')
    model.leave(userId, clock.now - 1_000, isLetIn)
    if (names.includes('snooze')) model.snoozed.set(userId, model.contributions(userId) + 10)
    if (names.includes('voting')) noVotes.add(n)
    if (names.includes('ban')) model.banned.set(userId, clock.now + 90 * dayMs)
    if (names.includes('purge')) purged.add(userId)
  }

  async function evening(): Promise<void> {
    await raiseVotePatterns(ports, clock.now)
    await noticeEndedLimits(ports, clock.now)
    for (const [userId, until] of model.limited) {
      if (until > clock.now || until <= clock.now - dayMs) continue
      model.raise(userId, 'limitEnded', clock.now)
      count('limits that ended')
    }
    await noteReceptions(ports, clock.now, running)
    model.lookForAlerts([...numberOf.keys()], clock.now)
    const waiting = await core.store.read((read) => firstWaiting(read, 'all', 500))
    counts['most waiting'] = Math.max(counts['most waiting'] ?? 0, waiting.length)
    const [is, due] = [waiting.map(({ id }) => id), model.queue()]
    expectThat(is.join() === due.join(), `the queue is ${is.join(' ')}, not ${due.join(' ')}`)
    await hiddenFromOthers()
    for (let turn = 0; turn < perEvening; turn += 1) {
      const [first] = await core.store.read((read) => firstWaiting(read, 'all', 1))
      const [next] = model.queue()
      expectThat(first?.id === next, `first in the queue is ${first?.id ?? 'nobody'}, not ${next ?? 'nobody'}`)
      if (first === undefined || first.id !== next) break
      await decide(first.id, turn)
    }
    clock.now += minuteMs
    await finishPurges(ports, clock.now, running)
    await takenAway()
  }

  /** What waits, nobody reads but its author and the staff; nor does a list have it. */
  async function hiddenFromOthers(): Promise<void> {
    const waiting = [...model.works.values()].filter(({ isWaiting, authorId }) => isWaiting && !purged.has(authorId))
    const ids = waiting.map(({ id }) => id)
    await core.store.read(async (read) => {
      expectThat(
        (await read.getMany(posts, ids)).every((post) => post.awaitsReview),
        'what should wait does not',
      )
      for (const viewer of [visitor, member(personId(harassed))]) {
        const seen = await permittedRead(read, viewer, policies).getMany(posts, ids)
        expectThat(seen.length === 0, `${viewer.kind} reads ${seen.length} posts that wait`)
      }
      for (const id of ids) {
        const query = defineQuery({ table: listings, index: ['postId'], equals: [id], order: 'ascending', limit: 1 })
        expectThat((await read.count(query)) === 0, `a list has ${id}, which waits`)
      }
    })
    counts['readings of what waits'] = (counts['readings of what waits'] ?? 0) + ids.length
  }

  /** Of a purged account nothing is left to be read. */
  async function takenAway(): Promise<void> {
    const works = [...model.works.values()].filter(({ authorId }) => purged.has(authorId))
    await core.store.read(async (read) => {
      const left = [
        ...(await permittedRead(read, visitor, policies).getMany(
          posts,
          works.map(({ id }) => id),
        )),
        ...(
          await read.getMany(
            posts,
            works.map(({ id }) => id),
          )
        ).filter(({ status }) => status === 'published'),
        ...(
          await read.getMany(
            comments,
            works.map(({ id }) => id),
          )
        ).filter(({ removedBy }) => removedBy === null),
      ]
      expectThat(left.length === 0, `${left.length} works of purged accounts are left`)
    })
    for (const { id } of works) model.works.delete(id)
  }

  for (let day = 0; day < days; day += 1) {
    for (const [when, act] of planOf(day)) {
      clock.now = Math.max(clock.now + 1, when)
      await act()
    }
    if (day === brigadeDay) counts['vote patterns'] = 1
    for (const n of day === brigadeDay ? brigade : []) model.raise(personId(n), 'votes', T0 + day * dayMs + 21 * hourMs)
    clock.now = T0 + day * dayMs + 21 * hourMs
    await evening()
  }
  const log = await core.store.read((read) => read.list(auditEntries(10_000)))
  const written = log
    .filter(({ act }) => act.startsWith('moderation.'))
    .map(({ at, act, byId, userId }) => [at, act, byId, userId].join(' '))
  const missing = decided.filter((line) => !written.includes(line))
  expectThat(missing.length === 0, `not in the log: ${missing.slice(0, 5).join('; ')}`)
  expectThat(written.length === decided.length, `${written.length} entries in the log for ${decided.length} decisions`)
  return { faults, counts }
}
