import { expect, test } from 'vitest'
import type { ADevice } from './testing/a-device.ts'
import { StaleSession } from './core.ts'
import { newDocument } from '../device/documents.ts'
import { aDevice, me, page, post, put, result, thread, welcome } from './testing/a-device.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const names = ({ queue }: ADevice) => queue().map(({ n, state, isOffered }) => `${n} ${state}${isOffered ? ' offered' : ''}`)

async function sent(device: ADevice, ...outcomes: ('applied' | 'rejected' | 'later')[]) {
  const from = device.queue().length
  for (const at of outcomes.keys()) await device.say(`text ${from + at + 1}`)
  const session = await device.session()
  const offered = await device.offered(session)
  await device.core.takeResults(
    session,
    offered.map((n, at) => result(n, outcomes[at] ?? 'applied', { seq: n, afterMs: 60_000 })),
  )
  return session
}

test('a welcome says who we are, and how our clock stands', async () => {
  const device = aDevice()
  const session = (await device.core.greet(null)).value.session
  const { value, changed } = await device.core.takeWelcome(session, welcome({ now: device.now() + 5_000 }))
  expect(value).toEqual({ isStranger: false, isRestored: false })
  expect(changed.isViewerChanged).toBe(true)
  const { meta } = device.database.peek()
  expect(meta.get('viewer')).toMatchObject({ kind: 'member' })
  expect(meta.get('clock-offset')).toBe(5_000)
})

test('the reader’s own shape is held by every member, also after a ban has taken it', async () => {
  const device = aDevice()
  await device.session({ viewer: { kind: 'visitor', bannedUntil: 1 } })
  expect(device.shape(me)).toBeUndefined()
  await device.session()
  expect(device.shape(me)).toMatchObject({ keep: 'own', cursor: 0 })
})

test('rights that change during the conversation are known at once; another account’s are not taken', async () => {
  const device = aDevice()
  const session = await device.session({ viewer: { kind: 'visitor', bannedUntil: 1 } })
  const { viewer } = welcome()
  const { changed } = await device.core.takeViewer(session, viewer)
  expect([changed.isViewerChanged, device.database.peek().meta.get('viewer')]).toEqual([true, viewer])
  expect(device.shape(me)).toMatchObject({ keep: 'own', cursor: 0 })
  await device.core.takeViewer(session, { ...viewer, userId: 'somebody' } as typeof viewer)
  expect(device.database.peek().meta.get('viewer')).toEqual(viewer)
})

test('a device keeps its id from greeting to greeting', async () => {
  const device = aDevice()
  expect((await device.session()).device).toBe((await device.session()).device)
})

test('with somebody else signed in nothing is offered, and the id that may be theirs now is given up', async () => {
  const device = aDevice()
  await device.say('mine')
  const { session } = (await device.core.greet(null)).value
  const viewer = { ...welcome().viewer, userId: 'somebody' } as ReturnType<typeof welcome>['viewer']
  expect((await device.core.takeWelcome(session, welcome({ viewer }))).value.isStranger).toBe(true)
  expect((await device.core.offer(session)).value).toMatchObject({ mutations: [], isSpent: true })
  const next = (await device.core.greet(null)).value.session
  expect(next.device).not.toBe(session.device)
  await expect(device.core.offer(session)).rejects.toBeInstanceOf(StaleSession)
  expect(names(device)).toEqual(['1 unsent'])
})

test('a visitor is nobody we know, but a banned account is its own', async () => {
  const device = aDevice()
  const { session } = (await device.core.greet(null)).value
  expect((await device.core.takeWelcome(session, welcome({ viewer: { kind: 'visitor', bannedUntil: 1 } }))).value.isStranger).toBe(false)
  expect((await device.core.takeWelcome(session, welcome({ viewer: { kind: 'visitor' } }))).value.isStranger).toBe(true)
})

test('a server set back to a backup gets again what it has lost, under the old numbers', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  for (const text of ['a', 'b', 'c', 'd', 'e']) await device.say(text)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [
    ...[1, 2].map((n) => result(n, 'applied', { seq: n })),
    result(3, 'applied', { seq: 30, shapes: [thread] }),
    result(4, 'later', { afterMs: 60_000 }),
    result(5, 'applied', { seq: 31 }),
  ])
  expect(device.database.peek().sent.map(({ n }) => n)).toEqual([1, 2, 5])
  const { session: next } = (await device.core.greet(null)).value
  expect((await device.core.takeWelcome(next, welcome({ epoch: 'e2', lastMutation: 1 }))).value.isRestored).toBe(true)
  expect(names(device)).toEqual(['2 unsent offered', '3 unsent offered', '4 unsent offered', '5 unsent offered'])
  expect(await device.offered(next)).toEqual([2, 3, 4, 5])
  expect(device.database.peek().sent.map(({ n }) => n)).toEqual([1])
})

test('what a server has stored of documents is not known to be stored by one that was set back', async () => {
  const device = aDevice()
  const store = device.database.open()
  const document = { ...newDocument(`post:${post}`, 1), epoch: 1, ackedSv: 'AQIC', level: 'own' as const }
  await store.write((tx) => tx.docs.put([document, { ...document, room: 'post:read', level: 'read' }, newDocument('post:fresh', 1)]))
  const unsent = () => store.read(async (tx) => (await tx.docs.all()).filter(({ dirtyBy }) => dirtyBy.length > 0).map(({ room }) => room))
  await device.session({ epoch: 'e1' })
  expect(await unsent()).toEqual([])
  await device.session({ epoch: 'e2' })
  expect(await unsent()).toEqual([document.room])
})

test('what a restored server still waits for and was answered with a refusal is asked under a new id, or what builds on it would wait for ever', async () => {
  const device = aDevice()
  await sent(device, 'later', 'later')
  const session = await device.session({ epoch: 'e1', lastMutation: 2, open: [1, 2] })
  device.pass(60_001)
  expect(await device.offered(session)).toEqual([1])
  await device.core.takeResults(session, [result(1, 'rejected', { seq: 1 })])
  // The backup was made before that refusal, and the answer to 2 still stands.
  const after = await device.session({ epoch: 'e2', lastMutation: 2, open: [1, 2] })
  expect((await device.core.offer(after)).value).toMatchObject({ mutations: [], isSpent: true })
  await device.core.takeNewId(after)
  expect(names(device)).toEqual(['1 unsent offered'])
  expect(device.queue()).toMatchObject([{ args: { text: 'text 2' } }])
  expect(device.refused()).toMatchObject([{ args: { text: 'text 1' } }])
})

test('what the server waits for and a later value has replaced here is not a reason for a new id', async () => {
  const device = aDevice()
  await device.vote('x', 1)
  const before = await device.session()
  await device.core.offer(before)
  await device.core.takeResults(before, [result(1, 'later', { afterMs: 60_000 })])
  await device.vote('x', 2)
  const session = await device.session({ lastMutation: 1, open: [1] })
  expect((await device.core.offer(session)).value).toMatchObject({ mutations: [{ n: 2 }], isSpent: false })
})

test('when the numbers that a restored server misses are not all here, the device takes a new id, and loses nothing', async () => {
  const device = aDevice()
  const before = await sent(device, 'applied', 'rejected', 'applied')
  await device.say('never offered')
  const session = await device.session({ epoch: 'e2', lastMutation: 1 })
  expect((await device.core.offer(session)).value).toMatchObject({ mutations: [], isSpent: true })
  const { changed } = await device.core.takeNewId(session)
  expect(changed.isRenumbered).toBe(true)
  expect(device.queue().map(({ n, args }) => [n, args])).toEqual([
    [1, expect.objectContaining({ text: 'text 3' })],
    [2, expect.objectContaining({ text: 'never offered' })],
  ])
  expect(device.refused()).toMatchObject([{ n: 2, args: { text: 'text 2' } }])
  const next = await device.session({ epoch: 'e2', lastMutation: 0 })
  expect(next.device).not.toBe(before.device)
  expect(await device.offered(next)).toEqual([1, 2])
  // The earlier refusal keeps its place among the refused.
  await device.core.takeResults(next, [result(1, 'rejected'), result(2, 'rejected')])
  expect(device.refused()).toHaveLength(3)
})

test('before it takes a new id, the device asks what has become of what it had offered', async () => {
  const device = aDevice()
  await sent(device, 'applied', 'rejected')
  for (const text of ['x', 'y']) await device.say(text)
  const broken = await device.session({ lastMutation: 2 })
  await device.core.offer(broken, 1)
  const session = await device.session({ epoch: 'e2', lastMutation: 1 })
  // Number 2 is gone, so 3 cannot be taken there: nothing at or below 1 is unanswered.
  expect((await device.core.offer(session)).value.isSpent).toBe(true)
  const copied = aDevice()
  for (const text of ['x', 'y']) await copied.say(text)
  await copied.core.offer(await copied.session(), 1)
  const other = await copied.session({ lastMutation: 5 })
  expect(await copied.offered(other)).toEqual([1])
  await copied.core.takeResults(other, [result(1, 'applied')])
  expect((await copied.core.offer(other)).value.isSpent).toBe(true)
})

test('a copied device takes a new id instead of giving its mutations numbers that are taken', async () => {
  const device = aDevice()
  await sent(device, 'applied')
  await device.say('mine')
  // Number 2 was never offered here; the server knows it from the other copy.
  const session = await device.session({ lastMutation: 2 })
  expect((await device.core.offer(session)).value.isSpent).toBe(true)
})

test('mutations that only wait for their pages outlive a change of id', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  await device.say('applied')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'applied', { seq: 5, shapes: [thread] })])
  await device.say('queued')
  await device.core.takeNewId(session)
  expect(device.queue().map(({ n, state }) => [n, state])).toEqual([
    [-1, 'applied'],
    [1, 'unsent'],
  ])
  const next = await device.session()
  await device.core.takePage(next, page(thread, 0, 5, { puts: [put('r1', 'applied')] }))
  expect(names(device)).toEqual(['1 unsent'])
})

test('a waiting mutation that does not stand open there any more is asked about', async () => {
  const device = aDevice()
  await sent(device, 'later', 'later')
  await device.session({ lastMutation: 2, open: [2] })
  expect(names(device)).toEqual(['1 unsent offered', '2 later offered'])
})

test('what was done here, but stands open in a restored server, is sent again', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  for (const text of ['a', 'b', 'c']) await device.say(text)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'applied'), result(2, 'applied', { seq: 4, shapes: [thread] }), result(3, 'applied')])
  const next = await device.session({ epoch: 'e2', lastMutation: 3, open: [1, 2] })
  expect(names(device)).toEqual(['1 unsent offered', '2 unsent offered'])
  expect(await device.offered(next)).toEqual([1, 2])
})

test('under another epoch every shape is filled anew, and what was applied leaves with that filling', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  await device.core.follow(me, 'own')
  await device.say('a')
  const session = await device.session()
  await device.core.takePage(session, page(thread, 0, 50, { puts: [put('r1', 'old')] }))
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'applied', { seq: 60, shapes: [thread] })])
  const next = await device.session({ epoch: 'e2', lastMutation: 1 })
  expect(device.shape(thread)).toMatchObject({ cursor: 0, epoch: 'e2', isComplete: true })
  expect(names(device)).toEqual(['1 applied offered'])
  await device.core.takePage(next, page(thread, 0, 12, { epoch: 'e2', puts: [put('r2', 'new')] }))
  expect(device.texts()).toEqual(['new'])
  expect(names(device)).toEqual([])
})

test('a number that the server misses is sent next', async () => {
  const device = aDevice()
  for (const text of ['a', 'b']) await device.say(text)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeGap(session, 0)
  expect(await device.offered(session)).toEqual([1, 2])
})

test('a missing number that was answered before is taken from what was sent, or ends the use of this id', async () => {
  const device = aDevice()
  const session = await sent(device, 'applied', 'applied')
  await device.core.takeGap(session, 0)
  expect(await device.offered(session)).toEqual([1, 2])
  const other = aDevice()
  const theirs = await sent(other, 'rejected', 'applied')
  await other.core.takeGap(theirs, 0)
  expect((await other.core.offer(theirs)).value.isSpent).toBe(true)
})

test('copies of what was sent are kept for 30 days, and no more than 2,000', async () => {
  const device = aDevice()
  const writer = device.database.open()
  const item = (n: number, at: number) => ({ n, name: 'x', v: 1, args: null, at, seq: n })
  await writer.write((tx) =>
    tx.sent.put([item(1, device.now() - 31 * dayMs), ...Array.from({ length: 2_100 }, (_, at) => item(at + 2, device.now()))]),
  )
  await writer.write((tx) => tx.meta.put([{ name: 'last-number', value: 2_101 }]))
  await device.session()
  const left = device.database.peek().sent
  expect(left).toHaveLength(2_000)
  expect(left[0]?.n).toBe(102)
})

test('a leader of an earlier term can write nothing any more', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  const first = (await device.core.lead()).value
  const { session } = (await device.core.greet(first)).value
  await device.core.takeWelcome(session, welcome())
  const second = (await device.core.lead()).value
  expect(second).toBe(first + 1)
  await expect(device.core.takePage(session, page(thread, 0, 5))).rejects.toBeInstanceOf(StaleSession)
  await expect(device.core.takeResults(session, [result(1, 'rejected')])).rejects.toBeInstanceOf(StaleSession)
  await expect(device.core.greet(first)).rejects.toBeInstanceOf(StaleSession)
  const { session: next } = (await device.core.greet(second)).value
  expect((await device.core.takePage(next, page(thread, 0, 5))).value).toBe(true)
})

test('an answer to the numbers of an earlier id is not heard', async () => {
  const device = aDevice()
  for (const text of ['a', 'b']) await device.say(text)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeNewId(session)
  await expect(device.core.takeResults(session, [result(1, 'applied')])).rejects.toBeInstanceOf(StaleSession)
  expect(device.queue()).toHaveLength(2)
})

test('numbers used twice end the use of the id; a second time within a day the sending stops', async () => {
  const device = aDevice()
  await device.say('a')
  const session = await device.session()
  await device.core.offer(session)
  expect((await device.core.takeCorrupt(session)).value).toBe(true)
  const next = await device.session()
  expect(next.device).not.toBe(session.device)
  expect((await device.core.takeCorrupt(next)).value).toBe(false)
  expect((await device.session()).device).toBe(next.device)
  device.pass(2 * dayMs)
  expect((await device.core.takeCorrupt(await device.session())).value).toBe(true)
})
