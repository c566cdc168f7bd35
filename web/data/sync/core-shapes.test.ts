import { expect, test } from 'vitest'
import { Digest } from '#shared/sync/digest.ts'
import { DeviceTrouble } from '../device/port.ts'
import { mutationOf } from './queue.ts'
import { aDevice, me, page, post, put, inlineComment, inlineComments, result, thread, write } from './testing/a-device.ts'

async function aFollower() {
  const device = aDevice()
  await device.core.follow(thread, 'visited')
  const session = await device.session()
  return { device, session }
}

test('R7: rows and cursor move together', async () => {
  const { device, session } = await aFollower()
  const { value, changed } = await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one'), put('r2', 'two')] }))
  expect(value).toBe(true)
  expect(changed).toMatchObject({ shapes: [thread], rows: [{ id: 'r1' }, { id: 'r2' }] })
  expect(device.texts()).toEqual(['one', 'two'])
  expect(device.shape(thread)).toMatchObject({ cursor: 5, epoch: 'e1', isComplete: true })
  expect(device.shape(thread)?.bytes).toBeGreaterThan(50)
})

test('a page that does not continue the cursor is not taken', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 5))
  const wrong = [page(thread, 4, 6), page(thread, 6, 8), page(thread, 0, 9), page(me, 0, 5), page(thread, 5, 6, { epoch: 'e2' })]
  for (const each of wrong) {
    const { value, changed } = await device.core.takePage(session, { ...each, puts: [put('x', 'wrong')] })
    expect(value).toBe(false)
    expect(changed.shapes).toEqual([])
  }
  expect(device.texts()).toEqual([])
  expect(device.shape(thread)?.cursor).toBe(5)
})

test('a filling is complete with its last part, and only then', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 0, { puts: [put('r1', 'one')], more: true }))
  expect(device.shape(thread)).toMatchObject({ cursor: 0, isComplete: false })
  await device.core.takePage(session, page(thread, 0, 9, { puts: [put('r2', 'two')] }))
  expect(device.shape(thread)).toMatchObject({ cursor: 9, isComplete: true })
  expect(device.texts()).toEqual(['one', 'two'])
})

test('what a broken-off filling brought, and the next one does not, goes', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 0, { puts: [put('r1', 'one')], more: true }))
  const next = await device.session()
  await device.core.takePage(next, page(thread, 0, 9, { puts: [put('r2', 'two')] }))
  expect(device.texts()).toEqual(['two'])
})

test('a late page of another conversation’s filling is not taken', async () => {
  const { device, session } = await aFollower()
  const next = await device.session()
  expect((await device.core.takePage(session, page(thread, 0, 9, { puts: [put('r1', 'late')] }))).value).toBe(false)
  expect((await device.core.takePage(next, page(thread, 0, 9))).value).toBe(true)
})

test('a late page of a filling from before the shape was let go is not taken', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 0, { puts: [put('r1', 'one')], more: true }))
  await device.core.release([thread])
  await device.core.follow(thread, 'visited')
  const next = await device.session()
  expect((await device.core.takePage(session, page(thread, 0, 9, { puts: [put('r2', 'late')] }))).value).toBe(false)
  expect((await device.core.takePage(next, page(thread, 0, 9, { puts: [put('r1', 'one')] }))).value).toBe(true)
  expect(device.texts()).toEqual(['one'])
})

test('a shape that was let go and followed again is asked for anew, though the server has not heard of either', async () => {
  const { device, session } = await aFollower()
  await device.core.followChanges(session, new Set([thread]))
  const told = new Set([thread, me])
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  expect((await device.core.followChanges(session, told)).value).toEqual({ follow: [], unfollow: [] })
  await device.core.release([thread])
  await device.core.follow(thread, 'visited')
  const again = (await device.core.followChanges(session, told)).value
  expect(again).toEqual({ follow: [{ id: thread, epoch: '', cursor: 0 }], unfollow: [thread] })
  // Its filling is on its way then, and is not begun twice.
  expect((await device.core.followChanges(session, told)).value).toEqual({ follow: [], unfollow: [] })
  expect((await device.core.takePage(session, page(thread, 0, 6, { puts: [put('r1', 'one')] }))).value).toBe(true)
})

test('a shape that is let go and followed again while it is being filled is asked for in another conversation', async () => {
  const { device, session } = await aFollower()
  const told = new Set([thread, me])
  await device.core.followChanges(session, new Set([thread]))
  await device.core.takePage(session, page(thread, 0, 0, { puts: [put('r1', 'one')], more: true }))
  await device.core.release([thread])
  await device.core.follow(thread, 'visited')
  expect((await device.core.followChanges(session, told)).value).toEqual({ follow: [], unfollow: [] })
  expect(session.isOutOfStep).toBe(true)
  expect((await device.session()).isOutOfStep).toBe(false)
})

test('a page after one that never came, and a digest of what never came, put the conversation out of step', async () => {
  const { device } = await aFollower()
  const filled = async () => {
    const session = await device.session()
    await device.core.takePage(session, page(thread, device.shape(thread)?.cursor ?? 0, 5))
    return session
  }
  const digest = { t: 'digest' as const, shape: thread, count: 0, hash: '0000000000000000' }
  const steady = await filled()
  // A second copy, another shape's, another past's: none says that something is missing.
  for (const each of [page(thread, 4, 6), page(me, 6, 8), page(thread, 6, 8, { epoch: 'e2' })]) await device.core.takePage(steady, each)
  for (const to of [4, 5]) await device.core.takeDigest(steady, { ...digest, to })
  expect(steady.isOutOfStep).toBe(false)
  await device.core.takePage(steady, page(thread, 6, 8))
  expect(steady.isOutOfStep).toBe(true)
  const behind = await filled()
  await device.core.takeDigest(behind, { ...digest, to: 6 })
  expect(behind.isOutOfStep).toBe(true)
})

test('a row goes with the last shape that holds it', async () => {
  const { device, session } = await aFollower()
  await device.core.follow(me, 'own')
  const next = await device.session()
  await device.core.takePage(next, page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  await device.core.takePage(next, page(me, 0, 5, { puts: [put('r1', 'one')] }))
  const del = [{ kind: 'remarks', id: 'r1' }]
  await device.core.takePage(next, page(me, 5, 6, { dels: del }))
  expect(device.texts()).toEqual(['one'])
  await device.core.takePage(next, page(thread, 5, 6, { dels: del }))
  expect(device.texts()).toEqual([])
  expect(device.database.peek().memberships).toEqual([])
  expect(session.device).toBe(next.device)
})

test('a row that another shape brought in a later version is not set back', async () => {
  const { device } = await aFollower()
  await device.core.follow(me, 'own')
  const session = await device.session()
  await device.core.takePage(session, page(me, 0, 2))
  await device.core.takePage(session, page(thread, 0, 9, { puts: [put('r1', 'third', 3)] }))
  await device.core.takePage(session, page(me, 2, 4, { puts: [put('r1', 'second', 2)] }))
  expect(device.texts()).toEqual(['third'])
  await device.core.takePage(session, page(me, 4, 5, { puts: [put('r1', 'fourth', 4)] }))
  expect(device.texts()).toEqual(['fourth'])
})

test('faces come with the rows they belong to', async () => {
  const { device, session } = await aFollower()
  const { changed } = await device.core.takePage(session, page(thread, 0, 5, { cards: [{ id: 'ann' }] }))
  expect(changed.rows).toEqual([{ kind: 'members', id: 'ann' }])
})

test('rows of a kind that this app does not know are left out, and counted', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 5, { puts: [{ kind: 'polls', version: 1, row: { id: 'p' } }, put('r1', 'one')] }))
  expect(device.texts()).toEqual(['one'])
  const digest = new Digest()
  digest.add('polls', 'p', 1)
  digest.add('remarks', 'r1', 1)
  const told = { t: 'digest' as const, shape: thread, to: 5, count: digest.count, hash: digest.hash }
  expect((await device.core.takeDigest(session, told)).value.isEqual).toBe(true)
})

test('a reset for lost rights takes everything at once', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  const { changed } = await device.core.takeReset(session, { t: 'reset', shape: thread, epoch: 'e1', why: 'rights' })
  expect(changed.rows).toEqual([{ kind: 'remarks', id: 'r1' }])
  expect(device.texts()).toEqual([])
  expect(device.shape(thread)).toMatchObject({ cursor: 0, isComplete: false })
})

test('any other reset keeps what is here until the new filling is complete', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one'), put('r2', 'two')] }))
  await device.core.takeReset(session, { t: 'reset', shape: thread, epoch: 'e2', why: 'epoch' })
  await device.core.takePage(session, page(thread, 0, 0, { epoch: 'e2', puts: [put('r2', 'two again')], more: true }))
  expect(device.texts()).toEqual(['one', 'two again'])
  expect(device.shape(thread)).toMatchObject({ isComplete: true })
  await device.core.takePage(session, page(thread, 0, 3, { epoch: 'e2', puts: [put('r3', 'three')] }))
  expect(device.texts()).toEqual(['two again', 'three'])
  expect(device.shape(thread)).toMatchObject({ epoch: 'e2', cursor: 3 })
  expect((await device.core.takeReset(session, { t: 'reset', shape: 'thread:other', epoch: 'e2', why: 'floor' })).changed.shapes).toEqual(
    [],
  )
})

test('R9: after a drop nothing of the shape is here but what another shape holds', async () => {
  const { device } = await aFollower()
  await device.core.follow(me, 'own')
  const session = await device.session()
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one'), put('r2', 'two')] }))
  await device.core.takePage(session, page(me, 0, 5, { puts: [put('r2', 'two')] }))
  await device.core.takeDrop(session, { t: 'drop', shape: thread, why: 'not-allowed' })
  expect(device.texts()).toEqual(['two'])
  expect(device.shape(thread)).toBeUndefined()
  expect(device.database.peek().memberships.map(({ shape }) => shape)).toEqual([me])
})

test('R9: unsent work on what was dropped moves to the refused with its text, and with it what builds on it', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  await device.say('my answer', 'mine')
  await device.vote('elsewhere', 1)
  const reply = { id: 'reply', postId: 'another', text: 'to myself', parentId: 'mine' }
  await device.core.enqueue(mutationOf(write, reply, device.now()))
  await device.core.enqueue({ name: 'odd', v: 1, args: null, at: 0, key: null })
  await device.core.enqueue({ name: 'other', v: 1, args: { id: 'r1' }, at: 0, key: null })
  const { changed } = await device.core.takeDrop(session, { t: 'drop', shape: thread, why: 'gone' })
  expect(changed.refused).toEqual([1, 3, 5])
  expect(device.refused()).toMatchObject([
    { n: 1, args: { text: 'my answer' }, error: { code: 'not-found' } },
    { n: 3, args: { text: 'to myself' } },
    { n: 5 },
  ])
  // The last number is free again; the others stand empty, so that the numbers have no holes.
  expect(device.queue()).toMatchObject([
    { n: 1, name: 'void' },
    { n: 2, name: 'marks.set' },
    { n: 3, name: 'void' },
    { n: 4, name: 'odd' },
  ])
  // A second drop of the same finds nothing more.
  await device.core.takeDrop(session, { t: 'drop', shape: thread, why: 'not-allowed' })
  expect(device.refused()).toHaveLength(3)
})

test('what was refused is not lost when its number is given again and refused again', async () => {
  const { device, session } = await aFollower()
  for (const round of [1, 2, 3]) {
    await device.core.follow(thread, 'visited')
    await device.say(`text ${round}`)
    await device.core.takeDrop(session, { t: 'drop', shape: thread, why: 'not-allowed' })
  }
  expect(device.refused().map(({ n, args }) => [n, args])).toEqual([
    [-2, expect.objectContaining({ text: 'text 3' })],
    [-1, expect.objectContaining({ text: 'text 2' })],
    [1, expect.objectContaining({ text: 'text 1' })],
  ])
  await device.core.retry(-2)
  expect(device.queue()).toMatchObject([{ n: 1, args: { text: 'text 3' } }])
})

test('R9: mutations that may have reached the server wait for its answer; applied ones have nothing more to wait for', async () => {
  const { device, session } = await aFollower()
  for (const text of ['a', 'b']) await device.say(text)
  await device.core.offer(session)
  await device.core.takeResults(session, [result(1, 'applied', { seq: 9, shapes: [thread] })])
  await device.core.takeDrop(session, { t: 'drop', shape: thread, why: 'not-allowed' })
  expect(device.queue()).toMatchObject([{ n: 2, state: 'unsent' }])
  await device.core.takeResults(session, [result(2, 'rejected')])
  expect(device.refused()).toMatchObject([{ n: 2, args: { text: 'b' } }])
})

test('a shape that the server has no room to follow takes no mutation with it', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  await device.say('mine')
  await device.core.takeDrop(session, { t: 'drop', shape: thread, why: 'too-many' })
  expect(device.texts()).toEqual([])
  expect(device.queue()).toHaveLength(1)
})

test('R11: what differs from what was sent is fetched anew, once in a conversation', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  const digest = { t: 'digest' as const, shape: thread, to: 5, count: 2, hash: '0'.repeat(16) }
  expect((await device.core.takeDigest(session, { ...digest, to: 4 })).value).toEqual({ refill: null, isEqual: true })
  expect((await device.core.takeDigest(session, { ...digest, shape: me })).value).toEqual({ refill: null, isEqual: true })
  expect((await device.core.takeDigest(session, digest)).value).toEqual({ refill: { id: thread, epoch: 'e1', cursor: 0 }, isEqual: false })
  expect(device.texts()).toEqual(['one'])
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r2', 'two')] }))
  expect(device.texts()).toEqual(['two'])
  expect((await device.core.takeDigest(session, digest)).value).toEqual({ refill: null, isEqual: false })
})

test('a shape that is let go takes its rows along; mutations on their way stay', async () => {
  const { device, session } = await aFollower()
  await device.core.takePage(session, page(thread, 0, 5, { puts: [put('r1', 'one')] }))
  for (const text of ['a', 'b']) await device.say(text)
  await device.core.offer(session, 1)
  await device.core.takeResults(session, [result(1, 'applied', { seq: 9, shapes: [thread] })])
  await device.core.release([thread, me])
  expect(device.texts()).toEqual([])
  expect(device.queue()).toMatchObject([{ n: 2, state: 'unsent' }])
})

test('a shape is held in the better of the classes it was asked for', async () => {
  const { device } = await aFollower()
  await device.core.pin(thread, true)
  device.pass(1_000)
  await device.core.follow(thread, 'visited')
  expect(device.shape(thread)).toMatchObject({ keep: 'pinned', lastUsed: device.now() })
  await device.core.pin(thread, false)
  expect(device.shape(thread)?.keep).toBe('visited')
  await device.core.pin('thread:other', false)
  expect(device.shape('thread:other')).toBeUndefined()
})

test('to use a shape again is no change that a page need hear of', async () => {
  const { device } = await aFollower()
  expect((await device.core.follow(thread, 'visited')).changed.shapes).toEqual([])
})

test('what is held and not followed yet is followed, what was let go no longer', async () => {
  const { device, session } = await aFollower()
  await device.core.follow(me, 'own')
  const { follow, unfollow } = (await device.core.followChanges(session, new Set([thread, 'thread:gone']))).value
  expect(follow).toEqual([{ id: me, epoch: '', cursor: 0 }])
  expect(unfollow).toEqual(['thread:gone'])
  expect((await device.core.takePage(session, page(me, 0, 3))).value).toBe(true)
})

test('hello names the reader’s own first, then what was used last, and no more than the server follows', async () => {
  const device = aDevice()
  for (let at = 0; at < 605; at += 1) {
    device.pass(1)
    await device.core.follow(`thread:${at}`, 'visited')
    if (at === 2) await device.core.follow(me, 'own')
  }
  const { hello } = (await device.core.greet(null)).value
  expect(hello.shapes).toHaveLength(600)
  expect(hello.shapes.slice(0, 3).map(({ id }) => id)).toEqual([me, 'thread:604', 'thread:603'])
})

test('a tab that dies in the middle of a page leaves nothing of it, and the next one takes it', async () => {
  const pause = Promise.withResolvers<void>()
  let isPausing = false
  const device = aDevice({ beforeStep: () => (isPausing ? pause.promise : undefined) })
  await device.core.follow(thread, 'visited')
  await device.session()
  const dying = device.database.open()
  isPausing = true
  const never = dying.write(async (tx) => tx.putRows('remarks', [inlineComment('r1', 'half')]))
  await Promise.resolve()
  dying.crash()
  isPausing = false
  pause.resolve()
  const next = await device.session()
  await device.core.takePage(next, page(thread, 0, 5))
  expect(device.texts()).toEqual([])
  expect(await Promise.race([never, Promise.resolve('unsettled')])).toBe('unsettled')
})

test('the memory database fails as a device does: gone, closed, over', async () => {
  const { device } = await aFollower()
  const tab = device.database.open()
  const closed = device.database.open()
  closed.close()
  await expect(closed.read(async () => 1)).rejects.toMatchObject({ kind: 'closed' })
  let leaked: (() => Promise<unknown>) | undefined
  await tab.read(async (tx) => (leaked = () => tx.meta.all()))
  await expect(leaked?.()).rejects.toThrow('over')
  await expect(
    tab.read(
      async (tx) =>
        (tx as { putRows?: unknown }) &&
        (tx as never as { deleteRows(kind: string, ids: string[]): Promise<void> }).deleteRows('remarks', ['x']),
    ),
  ).rejects.toThrow('only reads')
  device.database.lose()
  await expect(tab.read((tx) => tx.rows.get(inlineComments, 'r1'))).rejects.toBeInstanceOf(DeviceTrouble)
  expect(await device.database.open().read((tx) => tx.rows.getMany(inlineComments, ['r1', post]))).toEqual([])
})
