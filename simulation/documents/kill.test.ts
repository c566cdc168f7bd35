import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { isLong } from '#shared/testing/extent.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'
import type { Product } from '../../scripts/product.ts'
import { shortLived, startProduct } from '../../scripts/product.ts'
import { until } from '../faults/testing/world.ts'
import type { Draft } from './testing/drafts.ts'
import { makeDrafts, storedDocuments, ticketsOf } from './testing/drafts.ts'
import type { StockWriter } from './testing/stock-writer.ts'
import { stockWriter } from './testing/stock-writer.ts'

const rounds = isLong ? 20 : 5
const draftCount = 100
const updatesPerSecond = 4

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-documents-'))
const settings = { SEED: 'off', ...shortLived }
let product: Product
let drafts: readonly Draft[]
let writers: StockWriter[] = []
const tickets = new Map<string, ReadonlyMap<string, string>>()

beforeAll(async () => {
  // Each provider listens for the end of the process.
  process.setMaxListeners(0)
  drafts = await makeDrafts({ databaseUrl: null, dataDir }, draftCount)
  product = await startProduct({ dataDir, settings })
  for (const person of new Set(drafts.flatMap(({ authors }) => authors))) {
    const rooms = drafts.filter(({ authors }) => authors.includes(person)).map(({ room }) => room)
    tickets.set(person.userId, await ticketsOf(product.origin, person, rooms))
  }
})
afterAll(async () => {
  for (const writer of writers) writer.close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function writerOf({ room, authors }: Draft, which: 0 | 1, onSynced?: (doc: Y.Doc) => void): StockWriter {
  const person = authors[which]
  const ticket = tickets.get(person.userId)?.get(room) ?? ''
  return stockWriter({ origin: product.origin, person, room, ticket }, onSynced)
}

const allWriters = (): StockWriter[] => drafts.flatMap((draft) => [writerOf(draft, 0), writerOf(draft, 1)])
const allInStep = (): boolean => writers.every(({ provider }) => provider.synced)
const allSaved = (): boolean => allInStep() && writers.every((writer) => writer.savedClock === writer.clock)
const stateOf = (doc: Y.Doc | undefined, client: number): number => (doc === undefined ? 0 : Y.getState(doc.store, client))

interface Promised {
  readonly room: string
  readonly client: number
  readonly clock: number
}
const promised = (): readonly Promised[] => writers.map(({ room, doc, savedClock }) => ({ room, client: doc.clientID, clock: savedClock }))

/** What was called saved and is not on disk, in Yjs' count. */
function lostOf(promises: readonly Promised[]): number {
  const stored = storedDocuments(dataDir)
  return promises.reduce((sum, { room, client, clock }) => sum + Math.max(0, clock - stateOf(stored.get(room), client)), 0)
}

test(`${rounds} kills under ${draftCount} documents of two writers: nothing that was called saved is lost`, async () => {
  writers = allWriters()
  await until('everyone in step', allInStep)
  let isOver = false
  let typed = 0
  const typing = writers.map(async (writer) => {
    await after(Math.random() * 1_000)
    while (!isOver) {
      typed += 1
      writer.type(`${typed} `)
      await after((0.5 + Math.random()) * (1_000 / updatesPerSecond))
    }
  })
  let lost = 0
  let kept = 0
  let incomplete = 0
  const startMs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await until('half of them in step', () => writers.filter(({ provider }) => provider.synced).length > writers.length / 2)
    await after(100 + Math.random() * 500)
    await product.kill()
    const promises = promised()
    lost += lostOf(promises)
    kept = promises.reduce((sum, { clock }) => sum + clock, 0)
    const startedAt = performance.now()
    product = await startProduct({ dataDir, port: product.port, settings })
    startMs.push(performance.now() - startedAt)
    // Somebody who opens the page for the first time, among all who come back.
    const fresh = drafts.slice(round % 5, (round % 5) + 5).map(async (draft) => {
      const { promise, resolve } = Promise.withResolvers<Y.Doc>()
      const reader = writerOf(draft, 0, resolve)
      const doc = await promise
      const pending = promises.filter(({ room }) => room === draft.room)
      incomplete += pending.filter(({ client, clock }) => stateOf(doc, client) < clock).length
      reader.close()
    })
    await Promise.all(fresh)
  }
  isOver = true
  await Promise.all(typing)
  await until('everything saved', allSaved, 100_000)
  const stored = storedDocuments(dataDir)
  const textOf = (doc: Y.Doc | undefined): string | undefined => doc?.getXmlFragment(bodyFragment).toJSON()
  const different = writers.filter(({ room, doc }) => textOf(doc) !== textOf(stored.get(room)))
  const [medianMs = 0] = startMs.toSorted((a, b) => a - b).slice(rounds / 2)
  process.stdout.write(`  ${rounds} kills, ${typed} keys in ${draftCount} documents, up again in ${Math.round(medianMs)} ms (median)\n`)
  expect({ lost, incomplete, different: different.length }).toEqual({ lost: 0, incomplete: 0, different: 0 })
  expect(kept).toBeGreaterThan(rounds * draftCount)
})

test.for([0, 500, 3_000])(
  'writers and server die together %i ms after a key: what was called saved is there for the next',
  async (waitMs) => {
    await until('everything saved', allSaved, 100_000)
    for (const writer of writers) writer.type(`the last word, ${waitMs} ms before the end`)
    if (waitMs > 0) await after(waitMs)
    const promises = promised()
    const killed = product.kill()
    for (const writer of writers) writer.close()
    await killed
    // With three seconds all of it was.
    if (waitMs === 3_000) expect(promises.map(({ clock }) => clock)).toEqual(writers.map(({ clock }) => clock))
    expect(lostOf(promises)).toBe(0)
    product = await startProduct({ dataDir, port: product.port, settings })
    writers = allWriters()
    await until('everyone in step', allInStep)
    const lacking = promises.filter(({ room, client, clock }) =>
      writers.some(({ room: own, doc }) => own === room && stateOf(doc, client) < clock),
    )
    expect(lacking).toEqual([])
  },
)
