import { expect, test } from 'vitest'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor, type MemberViewer } from '../kernel/viewer.ts'
import { createPost, publishPost, setPostDetail } from '../posts/mutations.ts'
import { revisionsOf } from '../posts/queries.ts'
import { posts } from '../posts/schema.ts'
import { idOf, member, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { callOffSchedule, failSchedule, moveSchedule, schedulePost } from './mutations.ts'
import { dueSchedules } from './queries.ts'
import { schedules } from './schema.ts'
import { hourMs } from '../kernel/durations.ts'

const author = member(idOf(100))
const stranger = member(idOf(300))

async function aDraft() {
  const tx = memoryTransaction()
  const by = (viewer: MemberViewer | typeof visitor, now = T0) => ({ tx, viewer, now })
  await createPost.run(by(author), { id: idOf(1), revisionId: idOf(2), kind: 'post', lang: 'en' })
  await setPostDetail.run(by(author), { id: idOf(1), detail: { field: 'title', value: 'On tides' } })
  const args = (changes: Readonly<Record<string, unknown>> = {}) =>
    parseArgs(schedulePost, { id: idOf(1), at: T0 + hourMs, timeZone: 'Europe/Berlin', publicationId: idOf(4), ...changes })
  return { tx, by, args, due: async (now: number) => (await tx.list(dueSchedules(now, 10))).map(({ id }) => id) }
}

test('a time is kept once and is due from then on; no version is made of the text of that moment', async () => {
  const { tx, by, args, due } = await aDraft()
  await schedulePost.run(by(author), args())
  await schedulePost.run(by(author, T0 + 9), args())
  expect(await tx.get(schedules, idOf(1))).toMatchObject({ dueAt: T0 + hourMs, byId: author.userId, problem: null })
  expect(await revisionsOf(tx, idOf(1))).toHaveLength(1)
  expect((await tx.get(posts, idOf(1)))?.status).toBe('draft')
  expect(await due(T0 + hourMs - 1)).toEqual([])
  expect(await due(T0 + hourMs)).toEqual([idOf(1)])
})

test.each([
  ['a visitor', visitor, {}, { code: 'not-found' }],
  ['somebody else', stranger, {}, { code: 'not-found' }],
  ['the author, for a time nobody will see', author, { at: T0 + 9e12 }, { field: 'at' }],
])('%s sets no time', async (_who, viewer, changes, error) => {
  const { tx, by, args } = await aDraft()
  await expect(schedulePost.run(by(viewer), args(changes))).rejects.toMatchObject(viewer === visitor ? {} : error)
  expect(await tx.get(schedules, idOf(1))).toBeUndefined()
})

test.each([
  ['a link post without its link', 'linkUrl', { field: 'kind', value: 'linkpost' }],
  ['a post without a title', 'title', { field: 'title', value: '' }],
] as const)('%s gets no time, neither a first nor another', async (_what, field, detail) => {
  const { by, args } = await aDraft()
  await schedulePost.run(by(author), args())
  await setPostDetail.run(by(author), { id: idOf(1), detail })
  await expect(schedulePost.run(by(author), args({ publicationId: idOf(6) }))).rejects.toMatchObject({ code: 'invalid', field })
  const move = { id: idOf(1), at: T0 + 2 * hourMs, timeZone: 'Asia/Tokyo' }
  await expect(moveSchedule.run(by(author), move)).rejects.toMatchObject({ code: 'invalid', field })
})

test('what an older app queued, with the text of that moment, sets the time', async () => {
  const { args } = await aDraft()
  const older = { ...args(), title: 'On tides', body: paragraph('Water goes.'), revisionId: idOf(3) }
  expect(parseArgs(schedulePost, older)).toEqual(args())
})

test('a time that was set before the post was published is set no second time', async () => {
  const { tx, by, args } = await aDraft()
  await publishPost.run(by(author), parseArgs(publishPost, publishArgs({ revisionId: idOf(4) })))
  await schedulePost.run(by(author), args())
  expect(await tx.get(schedules, idOf(1))).toBeUndefined()
})

test('what is published already is not published at a time', async () => {
  const { by, args } = await aDraft()
  await publishPost.run(by(author), parseArgs(publishPost, publishArgs({ revisionId: idOf(8) })))
  await expect(schedulePost.run(by(author), args())).rejects.toMatchObject({ code: 'conflict' })
})

test('the time can be changed and called off, twice as well as once, by its authors alone', async () => {
  const { tx, by, args, due } = await aDraft()
  await schedulePost.run(by(author), args())
  const move = { id: idOf(1), at: T0 + 2 * hourMs, timeZone: 'Asia/Tokyo' }
  await expect(moveSchedule.run(by(stranger), move)).rejects.toMatchObject({ code: 'not-found' })
  await moveSchedule.run(by(author), move)
  await moveSchedule.run(by(author), move)
  expect(await tx.get(schedules, idOf(1))).toMatchObject({ dueAt: T0 + 2 * hourMs, timeZone: 'Asia/Tokyo', publicationId: idOf(4) })
  await expect(callOffSchedule.run(by(stranger), { id: idOf(1) })).rejects.toMatchObject({ code: 'not-found' })
  await callOffSchedule.run(by(author), { id: idOf(1) })
  await callOffSchedule.run(by(author), { id: idOf(1) })
  await moveSchedule.run(by(author), move)
  expect(await due(T0 + 9 * hourMs)).toEqual([])
})

test('what could not be published says why and is not tried again, until its author sets it anew', async () => {
  const { tx, by, args, due } = await aDraft()
  await schedulePost.run(by(author), args())
  const fail = { id: idOf(1), publicationId: idOf(4), code: 'not-allowed', reason: 'posting-disabled', field: null }
  await failSchedule.run(by(visitor, T0 + hourMs), { ...fail, publicationId: idOf(9) })
  expect(await due(T0 + hourMs)).toEqual([idOf(1)])
  await failSchedule.run(by(visitor, T0 + hourMs), fail)
  expect(await due(T0 + hourMs)).toEqual([])
  expect((await tx.get(schedules, idOf(1)))?.problem).toMatchObject({ reason: 'posting-disabled' })
  await schedulePost.run(by(author, T0 + 2 * hourMs), args({ publicationId: idOf(6), at: T0 + 3 * hourMs }))
  expect(await tx.get(schedules, idOf(1))).toMatchObject({ dueAt: T0 + 3 * hourMs, problem: null })
})
