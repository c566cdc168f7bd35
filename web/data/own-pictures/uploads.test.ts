import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { idOf, T0 } from '#shared/testing/factories.ts'
import type { PictureFact, PictureFiles } from './picture-files.ts'
import type { PictureState } from './picture-states.ts'
import type { Sent, Uploads } from './uploads.ts'
import { pictureFiles, picturesInMemory } from './picture-files.ts'
import { startUploads } from './uploads.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const fact = (n: number, changes: Partial<PictureFact> = {}): PictureFact => ({
  ...{
    id: idOf(n),
    type: 'image/webp',
    width: 3,
    height: 2,
    bytes: 4,
    addedAt: T0 + n,
    lastUsed: T0,
    state: 'waiting',
    fault: null,
    notBefore: 0,
  },
  ...changes,
})
/** Closed by a test that wants a picture to stay on its way. */
const gate = { promise: Promise.resolve() }
const bytes = (n: number) => new Uint8Array([n, 1, 2, 3]).buffer

/** The fake has the same methods; its types are its own. */
const onDisk = (factory = new IDBFactory()) => pictureFiles(factory as unknown as globalThis.IDBFactory, 'ada')

/**
 * A device whose clock and network a test sets. `answers` are given one after another, the last one
 * again and again.
 */
function aDevice(files: PictureFiles, ...answers: Sent[]) {
  const alarms: { readonly at: number; readonly work: () => void }[] = []
  const state = { now: T0, isReady: true }
  const sent: string[] = []
  const told: [string, PictureState['kind']][] = []
  const reports: unknown[] = []
  const uploads: Uploads = startUploads({
    files,
    async send({ id }, blob, onPart) {
      sent.push(`${id} ${new Uint8Array(await blob.arrayBuffer())[0]}`)
      onPart(0.5)
      await gate.promise
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: 'stored' }
    },
    isReady: () => state.isReady,
    tell: (id, next) => void told.push([id, next.kind]),
    timers: {
      now: () => state.now,
      after(ms, work) {
        const alarm = { at: state.now + ms, work }
        alarms.push(alarm)
        return () => void alarms.splice(alarms.indexOf(alarm), 1)
      },
    },
    random: () => 0.5,
    report: (error) => void reports.push(error),
  })
  return {
    ...{ uploads, state, sent, told, reports, answers },
    nextAt: () => (alarms.length === 0 ? null : Math.min(...alarms.map(({ at }) => at)) - T0),
    /** Time passes until the next alarm, and what it begins is done. */
    async pass() {
      const [next] = alarms.sort((a, b) => a.at - b.at)
      if (next === undefined) return
      state.now = next.at
      alarms.splice(alarms.indexOf(next), 1)
      next.work()
      await uploads.wake()
    },
  }
}

const kinds: readonly (readonly [string, () => PictureFiles])[] = [
  ['on disk', () => onDisk()],
  ['in memory', picturesInMemory],
]

test.each(kinds)('pictures go up in the order they were added, each once (%s)', async (_where, open) => {
  const files = open()
  for (const n of [2, 1, 3]) await files.put(fact(n), bytes(n))
  const { uploads, sent, told } = aDevice(files, { kind: 'stored' })
  await Promise.all([uploads.wake(), uploads.wake()])
  await uploads.wake()
  expect(sent).toEqual([1, 2, 3].map((n) => `${idOf(n)} ${n}`))
  expect(told.filter(([id]) => id === idOf(1)).map(([, kind]) => kind)).toEqual(['sending', 'sending', 'sent'])
  expect((await files.facts()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
})

test('a start finds what the last one left', async () => {
  const factory = new IDBFactory()
  await onDisk(factory).put(fact(1), bytes(7))
  const { uploads, sent } = aDevice(onDisk(factory), { kind: 'stored' })
  await uploads.wake()
  expect(sent).toEqual([`${idOf(1)} 7`])
})

test('a lost line is tried again, ever more slowly, and nothing is given up', async () => {
  const files = onDisk()
  await files.put(fact(1), bytes(1))
  const { uploads, pass, sent, nextAt, answers } = aDevice(files, { kind: 'off' })
  await uploads.wake()
  const first = nextAt() ?? 0
  for (let turn = 0; turn < 8; turn += 1) await pass()
  expect([first >= 1_000, (nextAt() ?? 0) - first > 30_000, (await files.facts())[0]?.state]).toEqual([true, true, 'waiting'])
  answers.splice(0, answers.length, { kind: 'stored' })
  await pass()
  expect([sent.length >= 9, (await files.facts())[0]?.state]).toEqual([true, 'sent'])
})

test('a server that wants one later is heard, and others go meanwhile', async () => {
  const files = onDisk()
  await files.put(fact(1), bytes(1))
  await files.put(fact(2), bytes(2))
  const { uploads, pass, sent, nextAt } = aDevice(files, { kind: 'later', afterMs: 7_000 }, { kind: 'stored' })
  await uploads.wake()
  expect([sent.length, nextAt()]).toEqual([2, 7_000])
  await uploads.wake()
  expect(sent.length).toBe(2)
  await pass()
  expect((await files.facts()).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

test('what is refused for good stays on the device with its reason, is not sent again, and holds nothing up', async () => {
  const files = onDisk()
  await files.put(fact(1), bytes(1))
  await files.put(fact(2), bytes(2))
  const { uploads, sent } = aDevice(files, { kind: 'refused', fault: 'removed' }, { kind: 'stored' })
  await uploads.wake()
  await uploads.wake()
  expect(sent.length).toBe(2)
  expect(await files.facts()).toMatchObject([{ state: 'refused', fault: 'removed' }, { state: 'sent' }])
  expect(await files.bytes(idOf(1))).not.toBeNull()
})

test('a tab that does not lead, or whose session has ended, sends nothing', async () => {
  const files = onDisk()
  await files.put(fact(1), bytes(1))
  const { uploads, state, sent, answers, nextAt } = aDevice(files, { kind: 'ended' })
  state.isReady = false
  await uploads.wake()
  expect(sent).toEqual([])
  state.isReady = true
  await uploads.wake()
  expect([sent.length, nextAt(), (await files.facts())[0]?.state]).toEqual([1, null, 'waiting'])
  answers.splice(0, answers.length, { kind: 'stored' })
  await uploads.wake()
  expect((await files.facts())[0]?.state).toBe('sent')
})

test('of what was uploaded the oldest goes when it is much or old; what was not uploaded never goes', async () => {
  const files = onDisk()
  await files.put(fact(1, { state: 'sent', bytes: 40_000_000, lastUsed: T0 - 1 }), bytes(1))
  await files.put(fact(2, { state: 'sent', bytes: 40_000_000, lastUsed: T0 }), bytes(2))
  await files.put(fact(3, { state: 'sent', bytes: 4, lastUsed: T0 - 31 * dayMs }), bytes(3))
  await files.put(fact(4, { state: 'refused', fault: 'removed', lastUsed: 0 }), bytes(4))
  await files.put(fact(5, { notBefore: T0 + 60_000, lastUsed: 0 }), bytes(5))
  await aDevice(files).uploads.wake()
  expect((await files.facts()).map(({ id }) => id)).toEqual([2, 4, 5].map(idOf))
  expect([await files.bytes(idOf(1)), (await files.bytes(idOf(2)))?.type]).toEqual([null, 'image/webp'])
})

test('what is only asked for makes no database: signing out may just have deleted it', async () => {
  const factory = new IDBFactory()
  const files = onDisk(factory)
  const changed = files.change(idOf(1), () => fact(1))
  expect(await Promise.all([files.facts(), files.bytes(idOf(1)), changed])).toEqual([[], null, undefined])
  expect(await factory.databases()).toEqual([])
})

test('a device that is wiped while a picture is on its way stays wiped', async () => {
  const factory = new IDBFactory()
  const files = onDisk(factory)
  await files.put(fact(1), bytes(1))
  const { promise, resolve } = Promise.withResolvers<void>()
  gate.promise = promise
  const { uploads, reports, told } = aDevice(files, { kind: 'stored' })
  const going = uploads.wake()
  await expect.poll(() => told.length).toBe(2)
  uploads.stop()
  await new Promise((done) => factory.deleteDatabase('pictures:ada').addEventListener('success', done))
  resolve()
  await going
  expect([reports, await factory.databases()]).toEqual([[], []])
})
