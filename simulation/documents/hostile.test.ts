import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEncoder, toUint8Array, writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { ackFrame, updateFrame } from '#server/documents/frames.ts'
import { closeCodes, documentLimits, frames } from '#shared/documents/protocol.ts'
import { bodyFragment } from '#shared/documents/rooms.ts'
import type { Product } from '../../scripts/product.ts'
import { startProduct } from '../../scripts/product.ts'
import { until } from '../faults/testing/world.ts'
import { randomFrom } from '../world/random.ts'
import type { Draft } from './testing/drafts.ts'
import { makeDrafts, ticketsOf } from './testing/drafts.ts'
import type { RawLine } from './testing/raw-line.ts'
import { rawLine } from './testing/raw-line.ts'
import type { StockWriter } from './testing/stock-writer.ts'
import { stockWriter } from './testing/stock-writer.ts'

/** Of all that is done here together, beyond what the server held before. */
const maxMoreMiB = 250

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-hostile-'))
const random = randomFrom('hostile frames')
const lines: RawLine[] = []
let product: Product
let attacked: Draft
let ticket: string
let writers: StockWriter[] = []
let typing: NodeJS.Timeout
let calmMiB: number

beforeAll(async () => {
  const drafts = await makeDrafts({ databaseUrl: null, dataDir }, 2)
  const [quiet, other] = drafts
  if (quiet === undefined || other === undefined) throw new Error('two drafts are needed')
  attacked = other
  product = await startProduct({ dataDir, settings: { SEED: 'off' } })
  const { origin } = product
  ticket = (await ticketsOf(origin, attacked.authors[0], [attacked.room])).get(attacked.room) ?? ''
  // Two people elsewhere, who are to notice nothing.
  writers = await Promise.all(
    quiet.authors.map(async (person) => {
      const own = (await ticketsOf(origin, person, [quiet.room])).get(quiet.room) ?? ''
      return stockWriter({ origin, person, room: quiet.room, ticket: own })
    }),
  )
  await until('both in step', () => writers.every(({ provider }) => provider.synced))
  typing = setInterval(() => writers.forEach((writer) => writer.type('x')), 200)
  calmMiB = residentMiB()
})
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})
afterAll(async () => {
  clearInterval(typing)
  for (const writer of writers) writer.close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function residentMiB(): number {
  return Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
}

async function open(): Promise<RawLine> {
  const line = await rawLine(product.origin, attacked.room, attacked.authors[0], ticket)
  lines.push(line)
  return line
}

/** An update that an editor would send. */
function anUpdate(text = 'An honest word.'): Uint8Array {
  const doc = new Y.Doc()
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText(text)])
  doc.getXmlFragment(bodyFragment).push([paragraph])
  return Y.encodeStateAsUpdate(doc)
}

function stateVectorFrame(bytes: Uint8Array): Uint8Array {
  const encoder = createEncoder()
  for (const value of [frames.sync, 0]) writeVarUint(encoder, value)
  writeVarUint8Array(encoder, bytes)
  return toUint8Array(encoder)
}

const hugeCount = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x0f, 1, 0])
const { malformed, tooLarge, flood } = closeCodes

test.for<readonly [string, () => Uint8Array | string, readonly (string | number)[]]>([
  ['seven bytes that claim four thousand million structs', () => updateFrame(hugeCount), ['malformed']],
  ['an update whose end is missing', () => updateFrame(anUpdate().subarray(0, 20)), ['malformed']],
  ['an element that no text has', () => updateFrame(anElement('iframe')), ['schema']],
  ['an update that builds on what nobody has', () => updateFrame(aGap()), ['gap']],
  ['a state vector with a huge count', () => stateVectorFrame(hugeCount), ['too-large', malformed]],
  ['words instead of bytes', () => 'hello', [malformed]],
  ['no frame at all', () => new Uint8Array([7, 7, 7]), ['malformed', malformed]],
  ['a frame that only the server sends', () => ackFrame(1, 1), ['malformed', malformed]],
  ['a frame of 1 MiB and one byte', () => new Uint8Array(documentLimits.frameBytes + 1), ['too-large', tooLarge]],
  ['a frame of 3 MiB', () => new Uint8Array(3 * documentLimits.frameBytes), [1009]],
])('%s is answered with its code', async ([, make, expected]) => {
  const line = await open()
  line.send(make())
  await until('an answer', () => line.answers.length >= expected.length)
  expect(line.answers).toEqual(expected)
})

function anElement(name: string): Uint8Array {
  const doc = new Y.Doc()
  doc.getXmlFragment(bodyFragment).push([new Y.XmlElement(name)])
  return Y.encodeStateAsUpdate(doc)
}

function aGap(): Uint8Array {
  const doc = new Y.Doc()
  const text = new Y.XmlText('first ')
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [text])
  doc.getXmlFragment(bodyFragment).push([paragraph])
  const before = Y.encodeStateVector(doc)
  text.insert(6, 'second')
  return Y.encodeStateAsUpdate(doc, before)
}

test('a thousand frames that were cut, flipped or made up: each is acknowledged, refused, or closes the line with a code', async () => {
  let line = await open()
  let sent = 0
  const codes = new Set<string | number>()
  for (let n = 0; n < 1_000; n += 1) {
    const bytes = random.chance(0.3) ? random.bytes(random.whole(1, 60)) : updateFrame(anUpdate(`honest ${n}`))
    if (random.chance(0.7)) bytes[random.whole(0, bytes.length - 1)] = random.whole(0, 255)
    line.send(random.chance(0.3) ? bytes.subarray(0, random.whole(1, bytes.length)) : bytes)
    sent += 1
    // Within the pace, and answered before it is left.
    if (sent % 60 !== 0 && line.isOpen) continue
    await until('the line is settled', () => !line.isOpen || line.answers.length + line.acked > 0)
    for (const answer of line.answers) codes.add(answer)
    line.close()
    line = await open()
  }
  const known = [...codes].filter((code) => typeof code === 'string' || (code >= 4_400 && code <= 4_500) || code === 1_006)
  expect([...codes]).toEqual(known)
  expect(codes).toContain('malformed')
})

test('a flood, of updates or of awareness, cuts its own line off', async () => {
  const many = Array.from({ length: 5_000 }, (_none, n) => n)
  for (const make of [() => updateFrame(new Uint8Array([0, 0])), (n: number) => awareness(1, n, '{}')]) {
    const line = await open()
    line.sendAtOnce(many.map(make))
    await until('the end', () => typeof line.answers.at(-1) === 'number', 60_000)
    expect(line.answers.at(-1)).toBe(flood)
  }
})

function awareness(client: number, clock: number, state: string): Uint8Array {
  const body = createEncoder()
  for (const value of [1, client, clock]) writeVarUint(body, value)
  writeVarString(body, state)
  const encoder = createEncoder()
  writeVarUint(encoder, frames.awareness)
  writeVarUint8Array(encoder, toUint8Array(body))
  return toUint8Array(encoder)
}

test('a document of 9 MB is refused once it is full, and what it holds is still served', async () => {
  const line = await open()
  for (let n = 0; n < 12; n += 1) line.send(updateFrame(anUpdate(`${n} ${'long '.repeat(150_000)}`)))
  await until('a refusal', () => line.answers.length > 0, 60_000)
  expect(line.answers).toContain('too-large')
  const { promise, resolve } = Promise.withResolvers<Y.Doc>()
  const reader = stockWriter({ origin: product.origin, person: attacked.authors[0], room: attacked.room, ticket }, resolve)
  const doc = await promise
  reader.close()
  expect(Y.encodeStateAsUpdate(doc).length).toBeLessThanOrEqual(documentLimits.documentBytes)
})

test('those who write elsewhere have noticed nothing, and the server holds no more than before', async () => {
  await until('some words of theirs', () => writers.every(({ clock }) => clock > 20))
  clearInterval(typing)
  await until('all saved', () => writers.every((writer) => writer.savedClock === writer.clock))
  const moreMiB = residentMiB() - calmMiB
  process.stdout.write(`  ${Math.round(moreMiB)} MiB more after all that\n`)
  expect(moreMiB).toBeLessThan(maxMoreMiB)
})
