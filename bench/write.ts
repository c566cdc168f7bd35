// Documents that are written together: our server against @y/websocket-server with LevelDB, turn by turn in one run, with the same clients.
// `node bench/write.ts tenDocuments oneDocument memory open catchUp comeBack`: only some of it.
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import * as Y from 'yjs'
import { bodyFragment, collabPath, diffPath } from '#shared/documents/rooms.ts'
import { documentFormat, subprotocol } from '#shared/documents/protocol.ts'
import type { Draft, Person } from '../simulation/documents/testing/drafts.ts'
import { makeDrafts, ticketsOf } from '../simulation/documents/testing/drafts.ts'
import { startProduct } from '../scripts/product.ts'
import { median, report, round } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import { residentMiB } from './lib/memory.ts'
import { installPeer, startPeer } from './lib/peer-server.ts'
import { prose } from './lib/prose.ts'
import { withFolder } from './lib/store.ts'
import type { WriteLine, WriteTarget } from './lib/write-line.ts'
import { openLine } from './lib/write-line.ts'

const draftCount = 500
const manyOpen = 200
const quietMs = 8_000
const traceEdits = 260_000
const returning = 500
/** The document of so many edits. */
const longLived = 350
const secondsOfLoad = 5

/** A server, ours or theirs, and the way to a document on it. */
interface Side {
  readonly name: string
  pid(): number
  target(document: number, which: 0 | 1): Promise<WriteTarget>
  /** What the documents that these clients hold are ahead by: one request where there is one, else a line each. */
  catchUp(documents: readonly { readonly document: number; readonly stateVector: Uint8Array }[]): Promise<number>
  restart(): Promise<void>
  stop(): Promise<void>
}

async function ourSide(dataDir: string): Promise<Side> {
  const drafts = await makeDrafts({ databaseUrl: null, dataDir }, draftCount)
  const settings = { SEED: 'off' }
  let product = await startProduct({ dataDir, settings })
  const { origin, port } = product
  const tickets = new Map<string, string>()
  const at = (document: number): Draft => drafts[document] ?? failWith('no such document')
  const headersOf = ({ cookie }: Person) => ({ origin, cookie })
  return {
    name: 'ours',
    pid: () => product.pid,
    async target(document, which) {
      const { room, authors } = at(document)
      const person = authors[which]
      const key = `${person.userId} ${room}`
      if (!tickets.has(key)) {
        const rooms = drafts.filter((draft) => draft.authors.includes(person)).map((draft) => draft.room)
        for (const [name, ticket] of await ticketsOf(origin, person, rooms)) tickets.set(`${person.userId} ${name}`, ticket)
      }
      const protocols = [subprotocol(documentFormat), tickets.get(key) ?? '']
      return { url: `${origin.replace('http', 'ws')}${collabPath}/${room}`, protocols, headers: headersOf(person), userId: person.userId }
    },
    async catchUp(asked) {
      const [first] = asked
      const person = at(first?.document ?? 0).authors[0]
      const rooms = asked.map(({ document, stateVector }) => ({
        room: at(document).room,
        epoch: 1,
        sv: Buffer.from(stateVector).toString('base64'),
      }))
      return post(origin, diffPath, headersOf(person), JSON.stringify({ format: documentFormat, rooms }))
    },
    async restart() {
      await product.kill()
      product = await startProduct({ dataDir, port, settings })
    },
    stop: () => product.kill(),
  }
}

async function theirSide(dataDir: string): Promise<Side> {
  let peer = await startPeer(dataDir)
  const { port } = peer
  const target = async (document: number): Promise<WriteTarget> => ({
    url: `ws://127.0.0.1:${port}/document-${document}`,
    protocols: [],
    headers: {},
    userId: '',
  })
  return {
    name: 'theirs',
    pid: () => peer.pid,
    target,
    async catchUp(asked) {
      let bytes = 0
      for (const { document, stateVector } of asked) {
        const line = await openLine(await target(document), { stateVector })
        await after(20)
        bytes += line.bytes.received + line.bytes.sent
        line.close()
      }
      return bytes
    },
    async restart() {
      await peer.kill()
      peer = await startPeer(dataDir, port)
    },
    stop: () => peer.kill(),
  }
}

/** Clients type, and every other one on the document notes when it came. */
async function load(side: Side, clients: number, documents: number, perSecond: number, from: number): Promise<Figures> {
  const lines: WriteLine[] = []
  const typedAt: number[] = []
  const took: number[] = []
  for (let n = 0; n < clients; n += 1) {
    const line = await openLine(await side.target(from + (n % documents), n % 20 < 10 ? 0 : 1))
    const decoder = new TextDecoder('latin1')
    line.onUpdate = (update) => {
      const now = performance.now()
      for (const [, key] of decoder.decode(update).matchAll(/#(\d+);/gu)) {
        const at = typedAt[Number(key)]
        if (at !== undefined) took.push(now - at)
      }
    }
    lines.push(line)
  }
  await after(500)
  took.length = 0
  const before = cpuMs(side.pid())
  const edits = perSecond * secondsOfLoad
  const startedAt = performance.now()
  for (let edit = 0; edit < edits; edit += 1) {
    const due = startedAt + (edit * 1_000) / perSecond
    if (due > performance.now()) await after(due - performance.now())
    typedAt[edit] = performance.now()
    lines[(edit * 7) % clients]?.type(`#${edit};`)
  }
  const expected = edits * (clients / documents - 1)
  for (let waited = 0; took.length < expected && waited < 20_000; waited += 50) await after(50)
  const cpu = cpuMs(side.pid()) - before
  for (const line of lines) line.close()
  await after(300)
  const sorted = took.toSorted((a, b) => a - b)
  const lost = Math.max(0, expected - took.length)
  return {
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    cpu: (cpu * 1_000) / edits,
    lost,
  }
}

/** Ten thousand characters, typed in runs of twenty here and there. */
function aText(seed: number): Uint8Array {
  const doc = new Y.Doc()
  const text = paragraphIn(doc)
  const words = prose(seed, 2_500).slice(0, 10_000)
  for (let at = 0; at < words.length; at += 20) text.insert(at < 200 ? 0 : (at * 7) % text.length, words.slice(at, at + 20))
  return Y.encodeStateAsUpdate(doc)
}

function paragraphIn(doc: Y.Doc): Y.XmlText {
  const paragraph = new Y.XmlElement('paragraph')
  const text = new Y.XmlText()
  paragraph.insert(0, [text])
  doc.getXmlFragment(bodyFragment).insert(0, [paragraph])
  return text
}

async function memory(side: Side, from: number): Promise<number> {
  const opened: WriteLine[] = []
  const open = async (n: number): Promise<WriteLine> => openLine(await side.target(from + n, 0))
  for (let n = 0; n < manyOpen; n += 1) {
    const line = await open(n)
    line.send(aText(n))
    opened.push(line)
  }
  await after(1_000)
  for (const line of opened.splice(0)) line.close()
  await side.restart()
  ;(await open(manyOpen)).close()
  // Both give back what starting took.
  await after(quietMs)
  const before = residentMiB(side.pid())
  for (let n = 0; n < manyOpen; n += 1) opened.push(await open(n))
  await after(quietMs)
  const grown = residentMiB(side.pid()) - before
  for (const line of opened) line.close()
  return (grown * 1_024) / manyOpen
}

/** A long life of a text, in frames of two thousand edits each, as somebody sends who was offline meanwhile; the last of them is marked. */
function aTrace(): readonly Uint8Array[] {
  const doc = new Y.Doc()
  const frames: Uint8Array[] = []
  const text = paragraphIn(doc)
  const words = prose(7, 4_000)
  let sent: Uint8Array = new Uint8Array([0])
  let at = 0
  for (let edit = 1; edit <= traceEdits; edit += 1) {
    // Somebody goes elsewhere now and then, and takes back a seventh of what they write.
    if (edit % 37 === 0) at = (edit * 31) % (text.length + 1)
    if (edit % 7 === 6 && at > 0) text.delete((at -= 1), 1)
    else text.insert(at++, words.charAt(edit % words.length))
    if (edit === traceEdits) text.insert(text.length, '#END;')
    if (edit % 2_000 !== 0) continue
    frames.push(Y.encodeStateAsUpdate(doc, sent))
    sent = Y.encodeStateVector(doc)
  }
  return frames
}

async function writeTrace(side: Side, trace: readonly Uint8Array[]): Promise<void> {
  const document = longLived
  const writer = await openLine(await side.target(document, 0))
  for (const frame of trace) {
    writer.send(frame)
    // Within the pace that one may send at.
    await after(40)
  }
  await after(3_000)
  writer.close()
}

async function openings(side: Side): Promise<Figures> {
  const document = longLived
  const cold: number[] = []
  const warm: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    await side.restart()
    // Whatever is loaded by the first document of all.
    ;(await openLine(await side.target(document + 1, 0))).close()
    cold.push(await timeToEnd(side, document))
    for (let again = 0; again < 2; again += 1) warm.push(await timeToEnd(side, document))
  }
  return { cold: median(cold), warm: median(warm) }
}

/** Until the last of the text is there: theirs answers before it has read it, and sends it later. */
async function timeToEnd(side: Side, document: number): Promise<number> {
  const target = await side.target(document, 0)
  const startedAt = performance.now()
  const { promise, resolve } = Promise.withResolvers<void>()
  const opening = openLine(target, { hear: (update) => void (Buffer.from(update).includes('#END;') && resolve()) })
  await Promise.race([promise, after(60_000).then(() => failWith('not opened within a minute'))])
  const took = performance.now() - startedAt
  const line = await opening
  // The room stays for the next.
  setTimeout(() => line.close(), 500)
  return took
}

/** Ten texts on a phone, two of which have gone on by a paragraph. */
async function catchUpBytes(side: Side): Promise<number> {
  const holding: { document: number; stateVector: Uint8Array }[] = []
  for (let n = 0; n < 10; n += 1) {
    // All of one author: every twentieth; none that was used before.
    const document = 301 + n * 20
    const line = await openLine(await side.target(document, 0))
    const update = aText(1_000 + n)
    line.send(update)
    await after(100)
    holding.push({ document, stateVector: Y.encodeStateVectorFromUpdate(update) })
    if (n < 2) line.type(prose(n, 60))
    await after(100)
    line.close()
  }
  await after(500)
  return side.catchUp(holding)
}

/**
 * `took`, and how much of that time the process of the clients was computing itself, whichever
 * server it speaks to: no server can be faster.
 */
async function comeBack(side: Side): Promise<Figures> {
  const all: WriteTarget[] = []
  for (let n = 0; n < returning; n += 1) all.push(await side.target(n % 50, n % 2 === 0 ? 0 : 1))
  await side.restart()
  const [startedAt, before] = [performance.now(), process.cpuUsage()]
  const lines = await Promise.all(all.map(async (target) => insistently(target)))
  const took = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  for (const line of lines) line.close()
  await after(500)
  return { took, clients: (user + system) / 1_000 }
}

async function insistently(target: WriteTarget): Promise<WriteLine> {
  for (;;) {
    try {
      return await openLine(target)
    } catch {
      // Turned away, since so many come at once.
      await after(100 + Math.random() * 200)
    }
  }
}

function post(origin: string, path: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const more = { 'content-type': 'application/json', 'accept-encoding': 'gzip, br', 'content-length': String(Buffer.byteLength(body)) }
  const asking = request(`${origin}${path}`, { method: 'POST', headers: { ...headers, ...more }, agent: false }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`catching up was answered ${response.statusCode}`))
    response.resume().on('end', () => resolve(response.socket.bytesRead + response.socket.bytesWritten))
  })
  asking.on('error', reject)
  asking.end(body)
  return promise
}

/** Of all threads of a process. Linux counts in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function failWith(why: string): never {
  throw new Error(why)
}

const asked = new Set(process.argv.slice(2))
const isAsked = (part: string): boolean => asked.size === 0 || asked.has(part)

const missing = installPeer()
if (missing !== null) console.log(`  @y/websocket-server cannot be had here (${missing}): our figures stand alone.`)

await withFolder(async (folder) => {
  const sides = [await ourSide(join(folder, 'ours'))]
  if (missing === null) sides.push(await theirSide(join(folder, 'theirs')))
  const figures: Record<string, number> = {}
  const note = (name: string, values: readonly number[]): void => {
    const [ours, theirs] = values
    if (ours === undefined) return
    console.log(`  measured: ${name} ${values.map(round).join(' against ')}`)
    figures[name] = round(ours)
    if (theirs === undefined) return
    figures[`${name}Theirs`] = round(theirs)
    if (theirs > 0) figures[`${name}Ratio`] = round(ours / theirs)
  }
  const each = async <T>(measure: (side: Side) => Promise<T>): Promise<T[]> => {
    const found: T[] = []
    for (const side of sides) found.push(await measure(side))
    return found
  }
  try {
    for (const [name, documents, perSecond, from] of [
      ['tenDocuments', 10, 200, 0],
      ['oneDocument', 1, 40, 20],
    ] as const) {
      if (!isAsked(name)) continue
      const turns: Figures[][] = []
      for (let turn = 0; turn < 3; turn += 1) turns.push(await each((side) => load(side, 100, documents, perSecond, from + turn * 20)))
      for (const key of ['p50', 'p99', 'cpu', 'lost'])
        note(
          `${name}_${key}`,
          sides.map((_side, n) => median(turns.map((turn) => turn[n]?.[key] ?? 0))),
        )
    }
    if (isAsked('memory')) note('documentKiB', await each((side) => memory(side, 100)))
    if (isAsked('open')) {
      const trace = aTrace()
      await each((side) => writeTrace(side, trace))
      // The log is made short once everyone has left.
      await after(40_000)
      const opened = await each(openings)
      note(
        'coldOpenMs',
        opened.map(({ cold }) => cold ?? 0),
      )
      note(
        'warmOpenMs',
        opened.map(({ warm }) => warm ?? 0),
      )
    }
    if (isAsked('catchUp')) note('catchUpBytes', await each(catchUpBytes))
    if (isAsked('comeBack')) {
      // The clients' own code runs for the first time, too.
      await each(comeBack)
      const turns: Figures[][] = []
      for (let turn = 0; turn < 3; turn += 1) turns.push(await each(comeBack))
      for (const [name, key] of [
        ['comeBackMs', 'took'],
        ['comeBackClientsMs', 'clients'],
      ] as const)
        note(
          name,
          sides.map((_side, n) => median(turns.map((turn) => turn[n]?.[key] ?? 0))),
        )
    }
  } finally {
    for (const side of sides) await side.stop()
  }
  report(figures)
})
