import { expect, test } from 'vitest'
import { members } from '../accounts/schema.ts'
import { dayMs } from '../kernel/durations.ts'
import { visitor } from '../kernel/viewer.ts'
import { admin, aMember, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { giveSeasonalAnswer } from './answer-mutations.ts'
import { endSeasonalEvent, putSeasonalEvent, removeSeasonalEvent, turnSeasonalEvents } from './mutations.ts'
import { pagesOf } from './pages.ts'
import { seasonalEventOf } from './queries.ts'
import { canAnswerSeasonal, canReadSeasonalSums, phaseAt } from './rules.ts'
import { seasonalAnswerId, seasonalAnswers, seasonalEvents, seasonalTallies } from './schema.ts'

const poll = {
  ...{ id: idOf(900), kind: 'poll', title: 'Which lamp?', startAt: T0, endAt: T0 + dayMs, body: paragraph('Choose.') },
  ...{ options: ['Red', 'Green'], minKarma: 10, minAccountDays: 30, results: 'afterClose', linkUrl: null },
} as const
const ruler = { type: 'horizontalRule' } as const
const doc = (...content: object[]) => ({ type: 'doc', content }) as unknown as ReturnType<typeof paragraph>
const [line] = paragraph('Light a candle.').content
const ceremony = { ...poll, id: idOf(901), kind: 'ceremony', options: [], body: doc(line ?? {}, ruler, line ?? {}) } as const
const voter = { ...member(idOf(100)), karma: 10 }

async function site() {
  const mutations = mutationsOver([seasonalEvents, seasonalAnswers, seasonalTallies, members])
  await mutations.put(members, aMember({ id: idOf(100), joinedAt: T0 - 30 * dayMs }))
  await mutations.run(putSeasonalEvent, poll, { viewer: admin, now: T0 - dayMs })
  return mutations
}
type Mutations = Awaited<ReturnType<typeof site>>
const answer = (mutations: Mutations, option = 1, over: object = {}) =>
  mutations.run(giveSeasonalAnswer, { eventId: poll.id, option }, { viewer: voter, now: T0 + 5, ...over })

test('an event is planned, running until its end, and then over, and the clock writes that down', async () => {
  const mutations = await site()
  expect([T0 - 1, T0, T0 + dayMs - 1, T0 + dayMs].map((now) => phaseAt(poll, now))).toEqual(['planned', 'running', 'running', 'over'])
  const phases: unknown[] = []
  for (const now of [T0 - 1, T0, T0 + 9, T0 + dayMs]) {
    await mutations.run(turnSeasonalEvents, {}, { now })
    phases.push((await mutations.get(seasonalEvents, poll.id))?.phase)
  }
  expect(phases).toEqual(['planned', 'running', 'running', 'over'])
})

test('of several of a kind the last that runs is shown, or else the last that began, and none before it begins', async () => {
  const mutations = await site()
  await mutations.run(putSeasonalEvent, { ...poll, id: idOf(902), startAt: T0 + 10, endAt: T0 + 20 }, { viewer: admin, now: T0 })
  const shown = (now: number) => mutations.read(async (read) => (await seasonalEventOf(read, 'poll', now))?.id)
  expect(await Promise.all([T0 - 1, T0, T0 + 10, T0 + 20, T0 + dayMs].map(shown))).toEqual([
    undefined,
    poll.id,
    idOf(902),
    poll.id,
    idOf(902),
  ])
  expect(await mutations.read((read) => seasonalEventOf(read, 'banner', T0 + 5))).toBeUndefined()
})

test('an answer is given once, however often it arrives', async () => {
  const mutations = await site()
  for (const _again of [1, 2]) await answer(mutations)
  // The same one, late: it is there already.
  await answer(mutations, 1, { now: T0 + 2 * dayMs })
  expect(await mutations.get(seasonalAnswers, seasonalAnswerId(poll.id, voter.userId))).toMatchObject({ option: 1, at: T0 + 5 })
})

test.each([
  ['another answer than the first', 0, {}, { reason: 'already-answered' }],
  ['an answer that is not among them', 2, { first: false }, { code: 'invalid', field: 'option' }],
  ['half an answer', 0.5, { first: false }, { code: 'invalid', field: 'option' }],
  ['an answer before the start', 1, { first: false, now: T0 - 1 }, { reason: 'poll-is-closed' }],
  ['an answer that arrives at the end', 1, { first: false, now: T0 + dayMs }, { reason: 'poll-is-closed' }],
  ['a visitor’s answer', 1, { first: false, viewer: visitor }, { reason: 'sign-in-first' }],
  ['an answer with too little karma', 1, { first: false, viewer: { ...voter, karma: 9 } }, { reason: 'answering-needs-karma' }],
  ['an answer of a banned voter', 1, { first: false, viewer: { ...voter, votingDisabled: true } }, { reason: 'voting-disabled' }],
  ['an answer of a young account', 1, { first: false, joined: T0 }, { reason: 'answering-needs-older-account' }],
] as const)('%s is refused, and nothing is stored', async (_what, option, given, error) => {
  const { first = true, joined, ...over } = { joined: null, ...given } as { first?: boolean; joined: number | null }
  const mutations = await site()
  if (joined !== null) await mutations.put(members, aMember({ id: idOf(100), joinedAt: joined }))
  if (first) await answer(mutations)
  const before = await mutations.everything()
  expect(await refusalOf((async () => answer(mutations, option, over))())).toMatchObject(error)
  expect(await mutations.everything()).toBe(before)
})

test('nobody answers a ceremony', () => {
  expect(canAnswerSeasonal(voter, { ...ceremony }, 0, T0)).toMatchObject({ reason: 'poll-is-closed' })
})

test.each([
  ['never', 'running', false],
  ['never', 'over', false],
  ['afterClose', 'running', false],
  ['afterClose', 'over', true],
  ['live', 'running', true],
] as const)('sums that are shown %s are read while a poll is %s: %s; administrators read them always', (results, phase, isRead) => {
  for (const viewer of [visitor, voter, moderator]) expect(canReadSeasonalSums(viewer, { results, phase })).toBe(isRead)
  expect(canReadSeasonalSums(admin, { results, phase })).toBe(true)
})

test.each([
  ['a visitor’s event', { viewer: visitor }, {}, { reason: 'sign-in-first' }],
  ['a moderator’s event', { viewer: moderator }, {}, { reason: 'admins-only' }],
  ['an event that ends before it starts', {}, { endAt: T0 }, { field: 'endAt' }],
  ['an event of two years', {}, { endAt: T0 + 730 * dayMs }, { field: 'endAt' }],
  ['a poll with one answer', {}, { options: ['Red'] }, { field: 'options' }],
  ['a poll with the same answer twice', {}, { options: ['Red', ' Red'] }, { field: 'options' }],
  ['a ceremony with answers', {}, { ...ceremony, options: ['Red', 'Green'] }, { field: 'options' }],
  ['a ceremony with an empty page', {}, { ...ceremony, body: doc(line ?? {}, ruler, ruler, line ?? {}) }, { field: 'body' }],
  [
    'a ceremony of 41 pages',
    {},
    { ...ceremony, body: doc(...Array.from({ length: 81 }, (_, at) => (at % 2 === 0 ? (line ?? {}) : ruler))) },
    { field: 'body' },
  ],
  ['a text that is too long', {}, { body: paragraph('x'.repeat(40_001)) }, { field: 'body' }],
  ['a kind that is none', {}, { kind: 'button' }, { field: 'kind' }],
  ['a poll made a banner', {}, { id: poll.id, kind: 'banner', options: [] }, { field: 'kind' }],
  ['a link that runs a script', {}, { linkUrl: 'javascript:alert(1)' }, { field: 'linkUrl' }],
] as const)('%s is refused, and nothing is stored', async (_what, over, given, error) => {
  const mutations = await site()
  const before = await mutations.everything()
  const args = { ...poll, id: idOf(905), ...given } as unknown as typeof poll
  expect(await refusalOf((async () => mutations.run(putSeasonalEvent, args, { viewer: admin, now: T0 + 5, ...over }))())).toMatchObject(
    error,
  )
  expect(await mutations.everything()).toBe(before)
})

test('what has been answered stays as it was asked, and cannot be deleted; the rest can be said anew', async () => {
  const mutations = await site()
  const at = { viewer: admin, now: T0 + 6 }
  await mutations.run(putSeasonalEvent, { ...poll, options: ['Red', 'Blue'] }, at)
  // As the server counts it.
  await mutations.put(seasonalTallies, { id: poll.id, counts: [0, 1] })
  const changed = (async () => mutations.run(putSeasonalEvent, { ...poll, options: ['Blue', 'Red'] }, at))()
  expect(await refusalOf(changed)).toMatchObject({ field: 'options' })
  expect(await refusalOf((async () => mutations.run(removeSeasonalEvent, { id: poll.id }, at))())).toMatchObject({
    reason: 'poll-has-answers',
  })
  await mutations.run(putSeasonalEvent, { ...poll, options: ['Red', 'Blue'], title: 'Which light?' }, at)
  expect(await mutations.get(seasonalEvents, poll.id)).toMatchObject({ title: 'Which light?', options: ['Red', 'Blue'] })
})

test('one that was ended is over for good, and one that nobody has answered can be deleted', async () => {
  const mutations = await site()
  const at = { viewer: admin, now: T0 + 6 }
  for (const _again of [1, 2]) await mutations.run(endSeasonalEvent, { id: poll.id }, at)
  expect(await mutations.get(seasonalEvents, poll.id)).toMatchObject({ endAt: T0 + 6, phase: 'over' })
  expect(await refusalOf((async () => answer(mutations, 1, { now: T0 + 7 }))())).toMatchObject({ reason: 'poll-is-closed' })
  const later = (async () => mutations.run(putSeasonalEvent, poll, { viewer: admin, now: T0 + 8 }))()
  expect(await refusalOf(later)).toMatchObject({ field: 'endAt' })
  for (const _again of [1, 2]) await mutations.run(removeSeasonalEvent, { id: poll.id }, at)
  expect(await mutations.get(seasonalEvents, poll.id)).toBeUndefined()
})

test('a ruler ends a page of a ceremony', () => {
  expect(pagesOf(ceremony.body).map(({ content }) => content)).toEqual([[line], [line]])
})
