import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { notes } from '#shared/testing/notes.ts'
import { openStore } from '#server/store/open-store.ts'
import { StoreFailure } from '#server/store/port.ts'
import type { Store } from '#server/store/port.ts'
import { places } from '#server/store/testing/each-store.ts'
import type { TestPlace } from '#server/store/testing/each-store.ts'
import type { Writer } from './writer.ts'
import { devices, mutationResults, resultId } from './device-tables.ts'
import { maxOpen } from './numbered.ts'
import { aDevice, brief, totalOf, serverRegistry, serverRegistryUrl } from './testing/numbered-registry.ts'
import type { Sent } from './testing/numbered-registry.ts'
import { startWriter } from './writer-client.ts'
import { inProcessWriter } from './writer.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const quiet = () => undefined
const add: Sent = { name: 'sums.add', args: { id: 's' } }
const make = (id: string, title = 'A note'): Sent => ({ name: 'notes.make', args: { id, title } })
const reply = (id: string, to: string): Sent => ({ name: 'notes.reply', args: { id, to } })
const openDoor: Sent = { name: 'door.open', args: {} }

describe.each(places)('numbered mutations on %s', (_name, makePlace) => {
  let place: TestPlace
  let store: Store
  let writer: Writer
  let now: number
  let phone: ReturnType<typeof aDevice>
  beforeEach(async () => {
    place = await makePlace()
    store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    now = 1_800_000_000_000
    writer = inProcessWriter(store, serverRegistry, { log: quiet, clock: () => now })
    phone = aDevice(writer)
  })
  afterEach(async () => {
    await writer.close()
    await store.close()
    await place.remove()
  })

  const deviceRow = () => store.read((read) => read.get(devices, 'phone'))
  const noteOf = (id: string) => store.read((read) => read.get(notes, id))

  test('a mutation, its answer and the count of its device are stored together', async () => {
    const taken = await phone.send(1, make('a'))
    const position = await store.journal.position()
    expect(taken).toEqual({
      kind: 'result',
      result: { t: 'result', n: 1, outcome: 'applied', error: null, seq: position, shapes: ['shelf:a'], current: null, afterMs: null },
    })
    expect(await noteOf('a')).toMatchObject({ authorId: 'ann' })
    expect(await deviceRow()).toMatchObject({ userId: 'ann', lastMutation: 1, openNumbers: [], lastSeenAt: now })
    const result = await store.read((read) => read.get(mutationResults, resultId('phone', 1)))
    expect(result).toMatchObject({ outcome: 'applied', madeId: 'a', shapes: ['shelf:a'], at: now })
  })

  test('a commit that fails leaves neither the mutation, nor the answer, nor the count', async () => {
    let fails = true
    const failing: Store = {
      ...store,
      write: (work) =>
        store.write(async (batch) => {
          const value = await work(batch)
          if (fails) throw new StoreFailure('full', 'planted')
          return value
        }),
    }
    const device = aDevice(inProcessWriter(failing, serverRegistry, { log: quiet }))
    await expect(device.send(1, add)).rejects.toBeInstanceOf(StoreFailure)
    expect(await deviceRow()).toBeUndefined()
    fails = false
    expect(brief(await device.send(1, add))).toBe('applied')
    expect(await totalOf(store, 's')).toBe(1)
  })

  test('a repeat hears the first answer, with the position of the first commit, and does nothing', async () => {
    const first = await phone.send(1, add)
    await phone.push(2, [add, add])
    expect(await phone.send(1, add)).toEqual(first)
    expect(await totalOf(store, 's')).toBe(3)
  })

  test('a mutation sent twice in one group is done once', async () => {
    const [first, second] = await Promise.all([phone.send(1, add), phone.send(1, add)])
    expect(second).toEqual(first)
    expect(await totalOf(store, 's')).toBe(1)
  })

  test('a number that was another mutation’s is corrupt, and nothing is done', async () => {
    await phone.send(1, add)
    expect(await phone.send(1, { name: 'sums.add', args: { id: 'other' } })).toEqual({ kind: 'corrupt' })
    expect(await totalOf(store, 'other')).toBe(0)
    expect(await deviceRow()).toMatchObject({ lastMutation: 1 })
  })

  test('a number that comes too early says what is missing, and nothing is done', async () => {
    expect(await phone.send(2, add)).toEqual({ kind: 'gap', last: 0 })
    await phone.send(1, add)
    expect((await phone.push(3, [add, add])).map(brief)).toEqual(['gap 1', 'gap 1'])
    expect(await totalOf(store, 's')).toBe(1)
    expect((await phone.push(2, [add, add, add])).map(brief)).toEqual(['applied', 'applied', 'applied'])
    expect(await totalOf(store, 's')).toBe(4)
  })

  test('mutations that arrive in the wrong order are taken in the right one', async () => {
    const answers = await Promise.all([phone.send(2, add), phone.send(1, add), phone.send(2, add), phone.send(3, add)])
    expect(answers.map(brief)).toEqual(['gap 0', 'applied', 'applied', 'applied'])
    expect(await totalOf(store, 's')).toBe(3)
  })

  test('a number whose answer has been forgotten is superseded, whatever it carries', async () => {
    await phone.send(1, add)
    await store.write(({ tx }) => tx.delete(mutationResults, resultId('phone', 1)))
    expect((await Promise.all([phone.send(1, add), phone.send(1, make('x'))])).map(brief)).toEqual(['superseded', 'superseded'])
    expect(await totalOf(store, 's')).toBe(1)
  })

  test('another account’s device is foreign, and nothing is done', async () => {
    await phone.send(1, add)
    const thief = aDevice(writer, 'bob')
    expect((await thief.push(1, [add, add])).map(brief)).toEqual(['foreign', 'foreign'])
    expect(await writer.meet({ device: 'phone', userId: 'bob', schema: 1, rightsKey: 'x' })).toEqual({ kind: 'foreign' })
    await writer.acknowledge({ device: 'phone', userId: 'bob', upTo: 1 })
    expect(await totalOf(store, 's')).toBe(1)
    expect(await deviceRow()).toMatchObject({ userId: 'ann', lastMutation: 1, ackedUpTo: 0 })
  })

  test('numbers of one device mean nothing to another', async () => {
    const laptop = aDevice(writer, 'ann', 'laptop')
    const answers = await Promise.all([phone.push(1, [add, add]), laptop.push(1, [add, add, add])])
    expect(answers.flat().map(brief)).toEqual(Array.from({ length: 5 }, () => 'applied'))
    expect(await totalOf(store, 's')).toBe(5)
  })

  test('a refusal takes its number, stores nothing else, and is heard again', async () => {
    const answers = await phone.push(1, [make('a', 'refuse'), make('b', 'far too long for what a note may be called'), add])
    expect(answers.map(brief)).toEqual(['rejected not-allowed', 'rejected invalid', 'applied'])
    expect(answers[0]).toMatchObject({ result: { error: { code: 'not-allowed', reason: 'not-yours' }, shapes: [] } })
    expect(answers[1]).toMatchObject({ result: { error: { field: 'title' } } })
    expect(await phone.send(1, make('a', 'refuse'))).toEqual(answers[0])
    expect(await noteOf('a')).toBeUndefined()
    expect(await deviceRow()).toMatchObject({ lastMutation: 3 })
  })

  test.each([
    ['an unknown name', { name: 'notes.juggle', args: {} }, 'unknown-mutation'],
    ['a name of every object', { name: '__proto__', args: {} }, 'unknown-mutation'],
    ['a mutation of the server’s', { name: 'secrets.keep', args: { id: 's', holder: 'ann' } }, 'not-allowed'],
    ['arguments that are none', { name: 'notes.make', args: null }, 'invalid'],
    ['an id that is none', { name: 'notes.make', args: { id: { $gt: '' }, title: '' } }, 'invalid'],
    ['a version too old', { name: 'notes.make', args: {}, v: 0 }, 'outdated'],
    ['a version that nobody knows', { name: 'notes.make', args: {}, v: 3 }, 'outdated'],
    ['nonsense in an earlier version', { name: 'notes.make', args: { id: 7 }, v: 1 }, 'invalid'],
  ] as const)('%s is refused for good and takes its number', async (_what, sent, code) => {
    expect((await phone.push(1, [sent, add])).map(brief)).toEqual([`rejected ${code}`, 'applied'])
  })

  test('arguments of an earlier version are brought up to date', async () => {
    expect(brief(await phone.send(1, { name: 'notes.make', args: { id: 'a', name: ' Old ' }, v: 1 }))).toBe('applied')
    expect(await noteOf('a')).toMatchObject({ title: 'Old' })
  })

  test('a mutation that came too fast stands open, those behind it go on, and it is done when it is sent again', async () => {
    const slow = make('a', 'slow')
    expect((await phone.push(1, [slow, add, openDoor])).map(brief)).toEqual(['later 5000', 'applied', 'applied'])
    expect(await deviceRow()).toMatchObject({ lastMutation: 3, openNumbers: [1] })
    expect(await noteOf('a')).toBeUndefined()
    const done = await phone.send(1, slow)
    expect(brief(done)).toBe('applied')
    expect(await deviceRow()).toMatchObject({ lastMutation: 3, openNumbers: [] })
    expect(await phone.send(1, slow)).toEqual(done)
    expect(await noteOf('a')).toMatchObject({ title: 'slow' })
  })

  test('an open mutation sent again too early stands open still; another mutation under its number is corrupt', async () => {
    const slow = make('a', 'slow')
    await phone.send(1, slow)
    expect(brief(await phone.send(1, slow))).toBe('later 5000')
    expect(brief(await phone.send(1, make('a', 'other')))).toBe('corrupt')
    expect(await deviceRow()).toMatchObject({ lastMutation: 1, openNumbers: [1] })
  })

  test('a device that has ten thousand open mutations has the next one refused, which its sender keeps; the open ones stay', async () => {
    await phone.send(1, make('a', 'slow'))
    const openNumbers = Array.from({ length: maxOpen }, (_, at) => at + 1)
    await store.write(async ({ tx }) => {
      const device = await tx.get(devices, 'phone')
      if (device !== undefined) await tx.put(devices, { ...device, openNumbers, lastMutation: maxOpen })
    })
    expect(brief(await phone.send(maxOpen + 1, make('b', 'slow')))).toBe('rejected rate-limited')
    expect(brief(await phone.send(1, make('a', 'slow')))).toBe('later 5000')
    expect(await deviceRow()).toMatchObject({ openNumbers, lastMutation: maxOpen + 1 })
  })

  test('what needs the row of an open mutation waits as long, untried, and is done after it', async () => {
    const mutations = [make('a', 'slow'), reply('b', 'a'), reply('c', 'b')]
    expect((await phone.push(1, mutations)).map(brief)).toEqual(['later 5000', 'later 5000', 'later 5000'])
    now += 2_000
    expect(brief(await phone.send(2, reply('b', 'a')))).toBe('later 3000')
    await phone.send(4, openDoor)
    expect((await phone.push(1, mutations)).map(brief)).toEqual(['applied', 'applied', 'applied'])
    expect(await noteOf('a')).toMatchObject({ rank: 1 })
    expect(await deviceRow()).toMatchObject({ lastMutation: 4, openNumbers: [] })
  })

  test('what needs the row of a refused mutation falls with it, and so does what needs that; the rest goes on', async () => {
    const tooLong = make('d', 'far too long for what a note may be called')
    const answers = await phone.push(1, [make('a', 'refuse'), reply('b', 'a'), reply('c', 'b'), tooLong, reply('e', 'd'), add])
    expect(answers.map(brief)).toEqual([
      'rejected not-allowed',
      'rejected depends',
      'rejected depends',
      'rejected invalid',
      'rejected depends',
      'applied',
    ])
  })

  test('what needs a row that is not there for another reason is not found', async () => {
    await aDevice(writer, 'ann', 'laptop').send(1, make('a', 'refuse'))
    expect(brief(await phone.send(1, reply('b', 'a')))).toBe('rejected not-found')
  })

  test('a row that was refused once and made under a later number carries what needs it', async () => {
    const answers = await phone.push(1, [make('a', 'refuse'), make('a'), reply('b', 'a')])
    expect(answers.map(brief)).toEqual(['rejected not-allowed', 'applied', 'applied'])
  })

  test('it is the last mutation to make a row, of those before, that what needs it waits for or falls with', async () => {
    await phone.push(1, [make('a', 'refuse'), make('a')])
    await store.write(({ tx }) => tx.delete(notes, 'a'))
    expect(brief(await phone.send(3, reply('b', 'a')))).toBe('rejected not-found')
    const mutations = [make('c', 'slow'), reply('d', 'c'), make('c', 'refuse')]
    expect((await phone.push(4, mutations)).map(brief)).toEqual(['later 5000', 'later 5000', 'rejected not-allowed'])
    expect(brief(await phone.send(5, reply('d', 'c')))).toBe('later 5000')
  })

  test('a bug takes no number and leaves nothing; what is behind it waits', async () => {
    const [bug, next] = await Promise.allSettled([phone.send(1, make('a', 'bug')), phone.send(2, add)])
    expect(bug).toMatchObject({ status: 'rejected', reason: { message: 'a planted bug' } })
    expect(next).toMatchObject({ value: { kind: 'gap', last: 0 } })
    expect(await store.journal.position()).toBe(0)
    expect(await deviceRow()).toBeUndefined()
  })

  test('a mutation that is given up is refused as broken without being run, and what is behind it goes on', async () => {
    await expect(phone.send(1, make('a', 'bug'))).rejects.toThrow('a planted bug')
    expect(brief(await phone.giveUp(1, make('a', 'bug')))).toBe('rejected broken')
    expect(brief(await phone.send(1, make('a', 'bug')))).toBe('rejected broken')
    expect(brief(await phone.send(2, add))).toBe('applied')
    expect(await totalOf(store, 's')).toBe(1)
  })

  test('what has been answered is not given up', async () => {
    await phone.send(1, add)
    expect(brief(await phone.giveUp(1, add))).toBe('applied')
  })

  test.each([0, -1, 1.5, Number.NaN])('%d is no number', async (n) => {
    await expect(phone.send(n, add)).rejects.toBeInstanceOf(TypeError)
    expect(await totalOf(store, 's')).toBe(0)
  })

  test('an answer names the shapes that rows are in and were in, of its own mutation alone', async () => {
    const answers = await phone.push(1, [
      make('a'),
      { name: 'notes.move', args: { id: 'a', shelf: 'b' } },
      { name: 'notes.move', args: { id: 'a', shelf: 'b' } },
    ])
    const shapes = answers.map((taken) => (taken.kind === 'result' ? taken.result.shapes.toSorted() : []))
    expect(shapes).toEqual([['shelf:a'], ['shelf:a', 'shelf:b', 'sum:moved'], []])
  })

  test('numbered mutations of many devices share a commit', async () => {
    let commits = 0
    writer.onCommit(() => (commits += 1))
    const all = Array.from({ length: 20 }, (_, at) => aDevice(writer, `u${at}`, `d${at}`).push(1, [add, add]))
    await Promise.all(all)
    expect(commits).toBe(1)
    expect(await totalOf(store, 's')).toBe(40)
  })

  test('a greeting binds a device, tells what was taken, and the key of the greeting before', async () => {
    const greeting = { device: 'phone', userId: 'ann', schema: 1, rightsKey: 'member' }
    expect(await writer.meet(greeting)).toEqual({ kind: 'met', lastMutation: 0, open: [], rightsKey: null })
    await phone.push(1, [add, make('a', 'slow')])
    expect(await writer.meet({ ...greeting, rightsKey: 'staff' })).toEqual({ kind: 'met', lastMutation: 2, open: [2], rightsKey: 'member' })
    expect(await writer.meet({ ...greeting, rightsKey: 'staff' })).toMatchObject({ rightsKey: 'staff' })
    expect(brief(await aDevice(writer, 'bob').send(3, add))).toBe('foreign')
  })

  test('a device acknowledges what was taken, no more and never less', async () => {
    await phone.push(1, [add, add, add])
    const acknowledge = (upTo: number) => writer.acknowledge({ device: 'phone', userId: 'ann', upTo })
    await acknowledge(2)
    expect(await deviceRow()).toMatchObject({ ackedUpTo: 2, lastMutation: 3 })
    await acknowledge(1)
    expect(await deviceRow()).toMatchObject({ ackedUpTo: 2 })
    await Promise.all([acknowledge(99), phone.send(4, add)])
    expect(await deviceRow()).toMatchObject({ ackedUpTo: 3, lastMutation: 4 })
  })

  test('tidying forgets answers that are acknowledged and 30 days old, and no other', async () => {
    await phone.push(1, [add, make('a', 'slow'), add, add])
    await writer.acknowledge({ device: 'phone', userId: 'ann', upTo: 3 })
    now += 30 * dayMs
    expect(await writer.prune({ from: 0 })).toEqual({ results: 0, devices: 0, entries: 0, next: null })
    now += 1
    expect(await writer.prune({ from: 0 })).toEqual({ results: 2, devices: 0, entries: 0, next: null })
    const again = await Promise.all([phone.send(1, add), phone.send(3, add), phone.send(4, add)])
    expect(again.map(brief)).toEqual(['superseded', 'superseded', 'applied'])
    expect(await totalOf(store, 's')).toBe(3)
    await phone.send(5, openDoor)
    expect(brief(await phone.send(2, make('a', 'slow')))).toBe('applied')
  })

  test('a writer in its own thread says all of it alike', async () => {
    const threaded = await startWriter({ address: place.address, serverRegistry: serverRegistryUrl, log: quiet })
    const device = aDevice(threaded)
    const answers = await device.push(1, [make('a'), make('b', 'slow'), make('c', 'refuse'), reply('d', 'c'), add, add])
    const expected = ['applied', 'later 5000', 'rejected not-allowed', 'rejected depends', 'applied', 'applied']
    expect(answers.map(brief)).toEqual(expected)
    expect(brief(await device.send(9, add))).toBe('gap 6')
    await expect(device.send(7, make('x', 'bug'))).rejects.toMatchObject({ name: 'TypeError', message: 'a planted bug' })
    expect(await threaded.meet({ device: 'phone', userId: 'ann', schema: 1, rightsKey: '' })).toMatchObject({ lastMutation: 6, open: [2] })
    await threaded.acknowledge({ device: 'phone', userId: 'ann', upTo: 1 })
    expect(await deviceRow()).toMatchObject({ ackedUpTo: 1, schema: 1 })
    expect(await threaded.prune({ from: 0 })).toEqual({ results: 0, devices: 0, entries: 0, next: null })
    await threaded.close()
  })
})
