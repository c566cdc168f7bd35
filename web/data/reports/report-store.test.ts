import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { roomFor } from './report-queue.ts'
import { indexedReportStore, memoryReportStore, reportStore } from './report-store.ts'
import type { ReportKey, ReportStore } from './report-store.ts'

const key = (id: string, over: Partial<ReportKey> = {}): ReportKey => ({ turn: 0, kind: 'error', at: 1, id, ...over })
const bytes = new Uint8Array([1, 2, 3])

describe.each<[string, () => ReportStore]>([
  ['memory', memoryReportStore],
  ['IndexedDB', () => indexedReportStore(new IDBFactory())],
])('the store in %s', (_name, open) => {
  test('gives back what was put, byte for byte, and forgets what is removed', async () => {
    const store = open()
    await store.add({ key: key('a'), bytes }, roomFor)
    expect(await store.get(key('a'))).toEqual(bytes)
    await store.remove([key('a')])
    expect([await store.get(key('a')), await store.keys()]).toEqual([undefined, []])
  })

  test('messages leave first, then the oldest, and last what has failed before', async () => {
    const store = open()
    for (const each of [key('late', { at: 5 }), key('early'), key('again', { turn: 1, at: 0 }), key('said', { kind: 'feedback', at: 9 })])
      await store.add({ key: each, bytes }, roomFor)
    expect((await store.keys()).map(({ id }) => id)).toEqual(['said', 'early', 'late', 'again'])
  })

  test('two that come at once both ask for room, one after the other', async () => {
    const store = open()
    for (let count = 0; count < 29; count += 1) await store.add({ key: key(`e${count}`), bytes }, roomFor)
    const kept = await Promise.all(['x', 'y'].map((id) => store.add({ key: key(id), bytes }, roomFor)))
    expect(kept.filter((answer) => answer === 'no-room')).toHaveLength(1)
    expect(await store.keys()).toHaveLength(30)
  })
})

test('what is kept in IndexedDB is there for the next start', async () => {
  const factory = new IDBFactory()
  expect(await indexedReportStore(factory).add({ key: key('a'), bytes }, roomFor)).toBe('kept')
  expect(await indexedReportStore(factory).get(key('a'))).toEqual(bytes)
})

test('says whether anything waits, after whatever was put or removed', async () => {
  const said: boolean[] = []
  const store = indexedReportStore(new IDBFactory(), (isWaiting) => said.push(isWaiting))
  await store.add({ key: key('a'), bytes }, roomFor)
  await store.add({ key: key('b'), bytes }, roomFor)
  await store.remove([key('a')])
  await store.remove([key('b')])
  expect(said).toEqual([true, true, true, false])
})

test.each([
  ['missing', null],
  ['full', { ...memoryReportStore(), add: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }],
])('where IndexedDB is %s memory takes its place and says so', async (_how, lasting) => {
  const store = reportStore(lasting)
  expect(await store.add({ key: key('a'), bytes }, roomFor)).toBe('in-memory')
  expect(await store.get(key('a'))).toEqual(bytes)
  await store.remove([key('a')])
  expect(await store.keys()).toEqual([])
})
