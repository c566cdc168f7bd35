import { expect, test } from 'vitest'
import { DeviceTrouble } from '../device/port.ts'
import { mutationOf } from './queue.ts'
import { aDevice, mark, me, page, post, put, inlineComment, result, thread, write } from './testing/a-device.ts'
import { dayMs } from '#shared/kernel/durations.ts'

test('numbers are given in order, without holes, whichever tab asks', async () => {
  const device = aDevice()
  const other = device.openCore()
  await Promise.all([
    device.say('one'),
    other.enqueue(mutationOf(write, { id: 'x', postId: post, text: 'two' }, device.now())),
    device.say('three'),
  ])
  expect(device.queue().map(({ n }) => n)).toEqual([1, 2, 3])
})

test('R5: of mutations with one key that were never offered only the last is kept, under the first number', async () => {
  const device = aDevice()
  expect(await device.vote('c', 1)).toBe(1)
  await device.say('between')
  expect(await device.vote('c', -1)).toBe(1)
  expect(device.queue().map(({ n, args }) => [n, args])).toEqual([
    [1, { target: 'c', value: -1 }],
    [2, expect.anything()],
  ])
})

test('a mutation that may have reached the server keeps its number and its arguments', async () => {
  const device = aDevice()
  await device.vote('c', 1)
  const session = await device.session()
  await device.core.offer(session)
  expect(await device.vote('c', -1)).toBe(2)
  expect((await device.core.offer(session)).value.mutations.map(({ n, args }) => [n, args])).toEqual([
    [1, { target: 'c', value: 1 }],
    [2, { target: 'c', value: -1 }],
  ])
})

test('a mutation that no frame could carry is refused, and nothing of it is stored', async () => {
  const device = aDevice()
  await expect(device.say('x'.repeat(600_000))).rejects.toMatchObject({ code: 'invalid' })
  expect(device.queue()).toEqual([])
  expect(await device.say('next')).toBe(1)
})

test('a mutation whose storing fails has not happened', async () => {
  let isFull = true
  const device = aDevice({ beforeCommit: () => (isFull ? Promise.reject(new DeviceTrouble('full')) : undefined) })
  await expect(device.say('lost')).rejects.toMatchObject({ kind: 'full' })
  isFull = false
  expect(await device.say('kept')).toBe(1)
})

test('what was offered is offered again after the link broke, in order and unchanged', async () => {
  const device = aDevice()
  for (const text of ['a', 'b', 'c']) await device.say(text)
  const first = (await device.core.offer(await device.session(), 2)).value
  const again = (await device.core.offer(await device.session(), 2)).value
  expect(again).toEqual(first)
  expect(device.queue().map(({ isOffered }) => isOffered)).toEqual([true, true, false])
})

test('an offer fits into one frame, and always carries something', async () => {
  const device = aDevice()
  for (const text of ['a', 'b', 'c']) await device.say(text.repeat(400_000), text)
  expect(await device.offered(await device.session())).toEqual([1, 2])
})

test('a clock before 1970 does not make a message that the server would not understand', async () => {
  const device = aDevice()
  device.pass(-device.now() - 5_000.5)
  await device.say('early')
  expect((await device.core.offer(await device.session())).value.mutations[0]?.at).toBe(0)
})

test('R7: an applied mutation stays until the pages of every followed shape it changed are here, and leaves with the last of them', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  await device.core.follow(me, 'own')
  await device.say('hello', 'r1')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'applied', { seq: 7, shapes: [thread, me, 'thread:not-followed'] })])
  expect(device.queue()).toMatchObject([{ n: 1, state: 'applied', seq: 7 }])
  await device.core.takePage(session, page(me, 0, 9))
  await device.core.takePage(session, page(thread, 0, 6))
  expect(device.queue()).toHaveLength(1)
  const { changed } = await device.core.takePage(session, page(thread, 6, 7, { puts: [put('r1', 'hello')] }))
  expect(device.queue()).toEqual([])
  expect(device.texts()).toEqual(['hello'])
  expect(changed).toMatchObject({ isQueueChanged: true, rows: [{ kind: 'remarks', id: 'r1' }], shapes: [thread] })
  expect(device.database.peek().sent).toMatchObject([{ n: 1, name: 'remarks.write', seq: 7 }])
})

test('R7: what was made in a shape that nobody here follows yet is followed from its answer on, and stays until it has come that way', async () => {
  const device = aDevice()
  await device.say('hello', 'r1')
  const session = await device.session()
  await device.core.offer(session)
  const { changed } = await device.core.takeResults(session, [result(1, 'applied', { seq: 7, shapes: [thread, 'me:somebody'] })])
  expect(changed.shapes).toEqual([thread])
  expect(device.queue()).toMatchObject([{ n: 1, state: 'applied' }])
  const { value } = await device.core.followChanges(session, new Set())
  expect(value.follow).toContainEqual(expect.objectContaining({ id: thread, cursor: 0 }))
  await device.core.takePage(session, page(thread, 0, 7, { puts: [put('r1', 'hello')] }))
  expect(device.queue()).toEqual([])
  expect(device.texts()).toEqual(['hello'])
})

test('R7: when the page comes before the answer, the mutation leaves with the answer', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  await device.say('hello', 'r1')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takePage(session, page(thread, 0, 7, { puts: [put('r1', 'hello')] }))
  expect(device.queue()).toHaveLength(1)
  await device.core.takeResults(session, [result(1, 'applied', { seq: 7, shapes: [thread] })])
  expect(device.queue()).toEqual([])
})

test('R7: a page that could not be stored leaves rows, cursor and queue as they were', async () => {
  let isFull = false
  const device = aDevice({ beforeCommit: () => (isFull ? Promise.reject(new DeviceTrouble('full')) : undefined) })
  await device.core.follow(thread, 'visited')
  await device.say('hello', 'r1')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'applied', { seq: 7, shapes: [thread] })])
  const before = device.database.peek()
  isFull = true
  await expect(device.core.takePage(session, page(thread, 0, 7, { puts: [put('r1', 'hello')] }))).rejects.toThrow('full')
  expect(device.database.peek().queue).toEqual(before.queue)
  expect(device.texts()).toEqual([])
  expect(device.shape(thread)?.cursor).toBe(0)
})

test('R8: a refused mutation moves to the refused with all that is in it, in one transaction', async () => {
  const device = aDevice()
  await device.say('my thoughts', 'r1')
  const session = await device.session()
  await device.core.offer(session)
  const { changed, value } = await device.core.takeResults(session, [result(1, 'rejected', { current: inlineComment('r1', 'theirs') })])
  expect(changed).toMatchObject({ isQueueChanged: true, refused: [1] })
  expect(value).toBe(1)
  expect(device.queue()).toEqual([])
  expect(device.refused()).toMatchObject([
    {
      n: 1,
      args: { text: 'my thoughts' },
      error: { code: 'not-allowed', reason: 'comments-locked' },
      current: { text: 'theirs' },
      refusedAt: device.now(),
    },
  ])
})

test('a second copy of an answer says nothing new', async () => {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  await device.say('a')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'applied', { seq: 3, shapes: [thread] }), result(1, 'rejected'), result(9, 'rejected')])
  expect(device.queue()).toMatchObject([{ state: 'applied' }])
  expect(device.refused()).toEqual([])
})

test('R3a: a mutation that must wait is tried again when its time has come, one of a name at a time', async () => {
  const device = aDevice()
  for (const text of ['a', 'b', 'c']) await device.say(text)
  await device.vote('x', 1)
  const session = await device.session()
  await device.core.offer(session)
  const later = [1, 2, 3].map((n) => result(n, 'later', { afterMs: 60_000 }))
  await device.core.takeResults(session, [...later, result(4, 'later', { afterMs: 10_000 })])
  const waiting = (await device.core.offer(session)).value
  expect(waiting).toMatchObject({ mutations: [], nextAt: device.now() + 10_000 })
  device.pass(60_000)
  expect(await device.offered(session)).toEqual([1, 4])
  await device.core.takeResults(session, [result(1, 'later', { afterMs: 30_000 }), result(4, 'applied')])
  // The pace of the first holds for the others of its name.
  expect(await device.offered(session)).toEqual([])
  device.pass(30_000)
  expect(await device.offered(session)).toEqual([1])
  await device.core.takeResults(session, [result(1, 'applied')])
  expect(await device.offered(session)).toEqual([2])
})

test('R3a: what is behind a waiting mutation goes on', async () => {
  const device = aDevice()
  await device.say('waits')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'later', { afterMs: 60_000 })])
  await device.vote('x', 1)
  expect(await device.offered(session)).toEqual([2])
})

test.each([
  ['by years', -10 * 365 * dayMs, [1]],
  ['by a day', -dayMs, [1]],
  ['by the second it was wrong', -1_000, []],
])('a clock that is set back %s keeps nothing waiting longer than the server said', async (_how, back, offered) => {
  const device = aDevice()
  await device.say('a')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'later', { afterMs: 60_000 })])
  device.pass(back)
  expect(await device.offered(session)).toEqual(offered)
})

test('nor does it keep the next of a name waiting, once the first has been told anew', async () => {
  const device = aDevice()
  for (const text of ['a', 'b']) await device.say(text)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(
    session,
    [1, 2].map((n) => result(n, 'later', { afterMs: 8_000 })),
  )
  device.pass(-dayMs)
  expect(await device.offered(session)).toEqual([1])
  await device.core.takeResults(session, [result(1, 'later', { afterMs: 8_000 })])
  device.pass(8_000)
  expect(await device.offered(session)).toEqual([1])
  await device.core.takeResults(session, [result(1, 'applied')])
  expect(await device.offered(session)).toEqual([2])
})

test('a waiting mutation does not undo a later one of its key', async () => {
  const device = aDevice()
  await device.vote('x', 1)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'later', { afterMs: 60_000 })])
  await device.vote('x', 0)
  expect(device.queue().map(({ n }) => n)).toEqual([2])
  await device.core.offer(session)
  await device.vote('x', -1)
  await device.core.takeResults(session, [result(2, 'later', { afterMs: 60_000 })])
  expect(device.queue().map(({ n }) => n)).toEqual([3])
})

test('an answer that nobody remembers keeps what was written in sight, and lets a set state go', async () => {
  const device = aDevice()
  await device.say('text')
  await device.vote('x', 1)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'superseded'), result(2, 'superseded')])
  expect(device.queue()).toEqual([])
  expect(device.refused()).toMatchObject([{ n: 1, args: { text: 'text' }, error: { code: 'conflict' } }])
})

test('answers are needed no more up to the first mutation that has none', async () => {
  const device = aDevice()
  for (const text of ['a', 'b', 'c', 'd']) await device.say(text)
  const session = await device.session()
  await device.core.offer(session)
  const upTo = async (...results: ReturnType<typeof result>[]) => (await device.core.takeResults(session, results)).value
  expect(await upTo(result(1, 'applied'), result(2, 'later', { afterMs: 5 }))).toBe(1)
  expect(await upTo(result(3, 'applied'))).toBe(1)
  expect(await upTo(result(2, 'rejected'))).toBe(3)
  expect(await upTo(result(4, 'applied'))).toBe(4)
})

test('a refused mutation is sent again under a new number, as it was', async () => {
  const device = aDevice()
  await device.vote('x', 1)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'rejected')])
  expect((await device.core.retry(1)).value).toBe(2)
  expect(device.refused()).toEqual([])
  expect(device.queue()).toMatchObject([
    { n: 2, name: 'marks.set', v: 1, args: { target: 'x', value: 1 }, key: 'mark:x', isOffered: false },
  ])
})

test('a refused mutation is sent again with other words', async () => {
  const device = aDevice()
  await device.say('draft', 'r1')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'rejected')])
  await device.core.retry(1, { id: 'r1', postId: post, text: 'better' })
  expect(device.queue()).toMatchObject([{ n: 2, args: { text: 'better' }, key: null }])
  await expect(device.core.retry(1)).rejects.toMatchObject({ code: 'not-found' })
})

test('a mutation that this app does not know any more can still be sent again', async () => {
  const device = aDevice()
  await device.core.enqueue({ name: 'gone.mutation', v: 3, args: { text: 'old' }, at: device.now(), key: null })
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'rejected')])
  await device.core.retry(1)
  expect(device.queue()).toMatchObject([{ n: 2, name: 'gone.mutation', v: 3, key: null }])
  await device.core.offer(session)
  await device.core.takeResults(session, [result(2, 'rejected')])
  await device.core.retry(2, { text: 'new' })
  expect(device.queue()).toMatchObject([{ n: 3, name: 'gone.mutation', v: 3, args: { text: 'new' } }])
})

test('a refused mutation leaves by its writer’s hand', async () => {
  const device = aDevice()
  await device.say('a')
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'rejected')])
  expect((await device.core.discard(1)).changed.isQueueChanged).toBe(true)
  expect(device.refused()).toEqual([])
})

test('what was never offered can be called back, and its number is free again at the end of the queue', async () => {
  const device = aDevice()
  await device.say('a')
  await device.say('oh no')
  expect((await device.core.callBack(2)).value).toMatchObject({ n: 2, args: { text: 'oh no' } })
  expect(await device.say('b')).toBe(2)
})

test('what is called back from the middle leaves its number behind, and nobody hears of it', async () => {
  const device = aDevice()
  await device.say('oh no')
  await device.say('b')
  await device.core.callBack(1)
  await expect(device.core.callBack(1)).rejects.toMatchObject({ code: 'conflict' })
  const session = await device.session()
  expect((await device.core.offer(session)).value.mutations).toMatchObject([{ n: 1, name: 'void', args: null }, { n: 2 }])
  await device.core.takeResults(session, [result(1, 'rejected'), result(2, 'applied')])
  expect(device.queue()).toEqual([])
  expect(device.refused()).toEqual([])
})

test('what may have reached the server cannot be called back', async () => {
  const device = aDevice()
  await device.say('a')
  await device.core.offer(await device.session())
  await expect(device.core.callBack(1)).rejects.toMatchObject({ code: 'conflict' })
  await expect(device.core.callBack(7)).rejects.toMatchObject({ code: 'conflict' })
})

test('a merged mutation is the later one in all its parts', async () => {
  const device = aDevice()
  await device.vote('x', 1)
  device.pass(1_000)
  await device.core.enqueue({ ...mutationOf(mark, { target: 'x', value: 2 }, device.now()), v: 2 })
  expect(device.queue()).toMatchObject([{ n: 1, v: 2, args: { value: 2 }, at: device.now() }])
})

test('the oldest mutation that waits to be sent is known', async () => {
  const device = aDevice()
  expect(await device.core.waiting()).toBeUndefined()
  await device.say('a')
  await device.say('b')
  expect(await device.core.waiting()).toMatchObject({ n: 1 })
})

test('R3a: one that waits for ever holds up no other of its name that sets the state of something else', async () => {
  const device = aDevice()
  await device.vote('lost', 1)
  await device.vote('there', 1)
  const session = await device.session()
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'later', { afterMs: 2_000 }), result(2, 'later', { afterMs: 2_000 })])
  device.pass(2_000)
  expect(await device.offered(session)).toEqual([1])
  await device.core.takeResults(session, [result(1, 'later', { afterMs: 2_000 })])
  device.pass(2_000)
  expect(await device.offered(session)).toEqual([2])
})
