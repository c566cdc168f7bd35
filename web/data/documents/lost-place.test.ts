import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Doc, encodeStateAsUpdate } from 'yjs'
import { idOf } from '#shared/testing/factories.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { filesOf } from './document-files.ts'
import type { Writer } from './testing/a-writer.ts'
import { aWriter, emptyProfile, type, written } from './testing/a-writer.ts'
import { fakeDocumentLocks } from './testing/fake-document-locks.ts'
import { tinyRooms } from './testing/tiny-rooms.ts'

/** The machine may be busy with other tests. */

const me = idOf(7)
const room = postRoom(idOf(1))

let rooms: ReturnType<typeof tinyRooms>
let factory: ReturnType<typeof emptyProfile>
const writers: Writer[] = []

beforeEach(() => {
  rooms = tinyRooms(me)
  rooms.make(room)
  factory = emptyProfile()
})
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.end()
})

async function writer(): Promise<Writer> {
  const made = await aWriter(rooms, me, factory)
  writers.push(made)
  return made
}

describe('a text that builds on another’s lost words', () => {
  /** Each whole difference is refused, as often as it comes. */
  const refuseAll = () => {
    rooms.state.refuseAll = 'gap'
  }

  test('is offered again with growing pauses, never in a loop, and is saved when the words have come', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    refuseAll()
    type(document.doc, 'on sand')
    await expect.poll(() => rooms.state.refusals).toBe(2)
    await mia.timers.pass(15_000)
    expect(rooms.state.refusals).toBeLessThan(6)
    await expect.poll(() => document.status.get()).toBe('on-device')
    rooms.state.refuseAll = null
    await mia.timers.pass(17_000)
    await expect.poll(() => document.status.get()).toBe('saved')
    expect(mia.forks).toEqual([])
  })

  test('becomes a draft of its own when they have not come for a minute', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    refuseAll()
    type(document.doc, 'on sand')
    for (let second = 0; second < 45 && document.ended.get() === null; second += 1) await mia.timers.pass(2_000)
    await expect.poll(() => document.ended.get()).toEqual({ why: 'refused', fork: 'post:fork-1' })
    expect(JSON.stringify(mia.forks[0]?.text)).toContain('on sand')
  })
})

describe('a text that loses its place', () => {
  test('rights taken away: unsent words become a draft of their own, then the copy is gone', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.state.isAcking = false
    type(document.doc, 'mine alone')
    await document.settle()
    rooms.set(room, { level: 'none' })
    rooms.cut(4401)
    await mia.timers.pass(2_000)
    await expect.poll(() => document.ended.get()).toEqual({ why: 'no-access', fork: 'post:fork-1' })
    expect(mia.forks[0]).toMatchObject({ room })
    expect(JSON.stringify(mia.forks[0]?.text)).toContain('mine alone')
    expect(await mia.ports.rows.get(room)).toBeUndefined()
    expect(await filesOf(me)).toEqual([])
    expect(document.isReadOnly.get()).toBe(true)
  })

  test('nobody can type on in it while its draft is being made', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.state.isAcking = false
    type(document.doc, 'mine alone')
    await document.settle()
    expect(document.isReadOnly.get()).toBe(false)
    const { makeFork } = mia.ports
    const whileMade: boolean[] = []
    Object.assign(mia.ports, {
      makeFork: (...fork: Parameters<typeof makeFork>) => {
        whileMade.push(document.isReadOnly.get())
        return makeFork(...fork)
      },
    })
    rooms.set(room, { level: 'none' })
    rooms.cut(4401)
    await mia.timers.pass(2_000)
    await expect.poll(() => document.ended.get()).toEqual({ why: 'no-access', fork: 'post:fork-1' })
    expect(whileMade).toEqual([true])
  })

  test('two tabs that lose it at the same time make one draft of it', async () => {
    const locks = fakeDocumentLocks()
    const [one, two] = [await writer(), await writer()]
    for (const tab of [one, two]) Object.assign(tab.ports, { locks })
    const [here, there] = [await one.open(room), await two.open(room)]
    await expect.poll(() => [here.link.get(), there.link.get()]).toEqual(['on', 'on'])
    rooms.state.isAcking = false
    type(here.doc, 'from one')
    type(there.doc, 'from two')
    await Promise.all([here.settle(), there.settle()])
    rooms.set(room, { level: 'none' })
    rooms.cut(4401)
    await Promise.all([one.timers.pass(2_000), two.timers.pass(2_000)])
    await expect.poll(() => [here.ended.get(), there.ended.get()].every((end) => end !== null)).toBe(true)
    const forks = [...one.forks, ...two.forks]
    expect(forks).toHaveLength(1)
    for (const words of ['from one', 'from two']) expect(JSON.stringify(forks[0]?.text)).toContain(words)
  })

  test('a tab that has nothing unsent itself makes a draft of what another tab had not sent', async () => {
    const locks = fakeDocumentLocks()
    const [one, two] = [await writer(), await writer()]
    for (const tab of [one, two]) Object.assign(tab.ports, { locks })
    const [here, there] = [await one.open(room), await two.open(room)]
    await expect.poll(() => [here.link.get(), there.link.get()]).toEqual(['on', 'on'])
    rooms.goDown()
    type(there.doc, 'from two')
    await there.settle()
    expect(there.status.get()).toBe('on-device')
    rooms.state.isUp = true
    rooms.set(room, { epoch: 2, update: new Uint8Array([0, 0]) })
    for (const _try of [1, 2]) await one.timers.pass(1_000)
    await expect.poll(() => [here.ended.get(), there.ended.get()].every((end) => end !== null)).toBe(true)
    const forks = [...one.forks, ...two.forks]
    expect(forks).toHaveLength(1)
    expect(JSON.stringify(forks[0]?.text)).toContain('from two')
  })

  test('a tab that still has the old history puts none of it into one that has opened the new', async () => {
    const [one, two] = [await writer(), await writer()]
    Object.assign(two.ports, { canKeep: false })
    const [here, there] = [await one.open(room), await two.open(room)]
    await expect.poll(() => [here.link.get(), there.link.get()]).toEqual(['on', 'on'])
    type(here.doc, 'once')
    await expect.poll(() => written(there.doc)).toBe('once')
    rooms.goDown()
    rooms.state.isUp = true
    const anew = new Doc()
    type(anew, 'once')
    rooms.set(room, { epoch: 2, update: encodeStateAsUpdate(anew) })
    for (const _try of [1, 2]) await one.timers.pass(1_000)
    await expect.poll(() => here.ended.get()?.why).toBe('reset')
    const again = await one.open(room)
    await expect.poll(() => again.link.get()).toBe('on')
    await expect.poll(() => written(again.doc)).not.toBe('')
    expect(there.ended.get()).toBeNull()
    expect(written(again.doc)).toBe('once')
  })

  test('a ticket of before the history was rewritten does not void the new copy', async () => {
    const [one, two] = [await writer(), await writer()]
    // Both have a ticket by now.
    const [, there] = [await one.open(room), await two.open(room)]
    await expect.poll(() => there.link.get()).toBe('on')
    await there.close()
    rooms.goDown()
    rooms.state.isUp = true
    rooms.set(room, { epoch: 2 })
    for (const _try of [1, 2]) await one.timers.pass(1_000)
    await expect.poll(async () => await one.ports.rows.get(room)).toBeUndefined()
    const anew = await one.open(room)
    await expect.poll(() => anew.link.get()).toBe('on')
    const again = await two.open(room)
    await two.timers.pass(1_000)
    await expect.poll(() => again.link.get()).toBe('on')
    expect([anew.ended.get(), again.ended.get()]).toEqual([null, null])
  })

  test('nothing unsent: no draft, and the copy is gone all the same', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.set(room, { level: 'none' })
    rooms.cut(4401)
    await mia.timers.pass(2_000)
    await expect.poll(() => document.ended.get()).toEqual({ why: 'no-access', fork: null })
    expect(mia.forks).toEqual([])
    expect(await filesOf(me)).toEqual([])
  })

  test('a history that was rewritten (a new epoch) voids the copy, never the words', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.goDown()
    type(document.doc, 'written under the old epoch')
    await document.settle()
    rooms.state.isUp = true
    rooms.set(room, { epoch: 2, update: new Uint8Array([0, 0]) })
    for (const _try of [1, 2]) await mia.timers.pass(1_000)
    await expect.poll(() => document.ended.get()).toEqual({ why: 'reset', fork: 'post:fork-1' })
    const again = await mia.open(room)
    await expect.poll(() => again.link.get()).toBe('on')
    expect(written(again.doc)).toBe('')
  })

  test('refused for good: kept with its reason where it cannot be forked, else a draft of its own', async () => {
    const mia = await writer()
    mia.state.mayFork = false
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    rooms.state.refuseNext = 'schema'
    type(document.doc, 'odd')
    await expect.poll(() => document.status.get()).toEqual({ notSent: 'schema' })
    expect(document.ended.get()).toBeNull()
    expect(written(document.doc)).toBe('odd')
    mia.state.mayFork = true
    rooms.state.refuseNext = 'schema'
    type(document.doc, 'odder')
    await expect.poll(() => document.ended.get()).toEqual({ why: 'refused', fork: 'post:fork-1' })
  })

  test('a right that ends while somebody else is signed in here says nothing about this account', async () => {
    const mia = await writer()
    const document = await mia.open(room)
    await expect.poll(() => document.link.get()).toBe('on')
    type(document.doc, 'x')
    await document.settle()
    rooms.state.isSignedIn = false
    rooms.cut(4403)
    await mia.timers.pass(2_000)
    await expect.poll(() => document.link.get()).toBe('ended')
    expect(await filesOf(me)).toHaveLength(1)
  })
})
