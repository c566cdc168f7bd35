// What an operation costs on one process and on three, over SQLite and over PostgreSQL: the figures
// that docs/scale.md reckons with. All of it runs on this one machine: more processes do more work
// at once only where there are cores for them, so what counts is processor time for an operation,
// by where it goes, and its ratio to one process over SQLite in the same run.
// `node bench/scale.ts sqlite1 postgres3`: only these. `SCALE_PART=10`: a tenth of the load, to see
// that it runs.
import { setTimeout as after } from 'node:timers/promises'
import autocannon from 'autocannon'
import { collabPath } from '#shared/documents/rooms.ts'
import { documentFormat, subprotocol } from '#shared/documents/protocol.ts'
import { links } from '#shared/links.ts'
import { setBookmark } from '#shared/reading/mutations.ts'
import { ticketsOf } from '../simulation/documents/testing/drafts.ts'
import { postAddress } from './lib/community.ts'
import { report, round } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import { residentMiB } from './lib/memory.ts'
import type { Nodes, Spent, StoreKind } from './lib/nodes.ts'
import { startNodes } from './lib/nodes.ts'
import { withFolder } from './lib/store.ts'
import type { SyncLine } from './lib/sync-line.ts'
import { listen } from './lib/sync-line.ts'
import type { WriteLine } from './lib/write-line.ts'
import { openLine } from './lib/write-line.ts'

const sides = {
  sqlite1: { kind: 'sqlite', count: 1 },
  sqlite3: { kind: 'sqlite', count: 3 },
  postgres1: { kind: 'postgres', count: 1 },
  postgres3: { kind: 'postgres', count: 3 },
} as const satisfies Record<string, { readonly kind: StoreKind; readonly count: number }>
type Side = keyof typeof sides

const part = Math.max(1, Number(process.env['SCALE_PART'] ?? 1))
const of = (whole: number): number => Math.ceil(whole / part)

const rendered = of(300)
const retentionSeconds = Math.max(2, of(6))
const restMs = of(5_000)
const deviceCount = 30
const mutationsEach = of(100)
const idleSockets = of(3_000)
const returning = of(2_000)
const rooms = of(10)
const tabsEach = 10
const changes = of(200)
const changesPerSecond = 40
const acceptEncoding = 'gzip, deflate, br'

/** ms of processor for each of `count`, as µs, by where it goes. */
function costs(name: string, before: Spent, now: Spent, count: number): Figures {
  const each = (key: keyof Spent): number => round(((now[key] - before[key]) * 1_000) / count)
  const [main, other, database] = [each('mainMs'), each('otherMs'), each('databaseMs')]
  return {
    [`${name}Us`]: round(main + other + database),
    [`${name}MainUs`]: main,
    [`${name}OtherUs`]: other,
    [`${name}DatabaseUs`]: database,
  }
}

/** So many at once, no more. */
async function inLanes(count: number, lanes: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const nodeOf = ({ all }: Nodes, n: number) => {
  const node = all[n % all.length]
  if (node === undefined) throw new RangeError('there is no process')
  return node
}

const cookieOf = ({ drafts }: Nodes, n: number): string => drafts[n % drafts.length]?.authors[0].cookie ?? ''

/** Each of so many readers at an address of their own, as behind a proxy. */
const from = (n: number) => ({ 'x-forwarded-for': `10.${Math.floor(n / 62_500) % 250}.${Math.floor(n / 250) % 250}.${n % 250}` })

/** What the processes do when nobody asks for anything. */
async function atRest(nodes: Nodes): Promise<Figures> {
  const before = nodes.spent()
  await after(restMs)
  const now = nodes.spent()
  const spent = now.mainMs + now.otherMs + now.databaseMs - before.mainMs - before.otherMs - before.databaseMs
  return { restMsPerSecond: round(spent / (restMs / 1_000)), restMiB: round(nodes.all.reduce((sum, { pid }) => sum + residentMiB(pid), 0)) }
}

/** Pages that nobody has asked for yet, and one that everybody asks for. */
async function pages(nodes: Nodes): Promise<Figures> {
  let before = nodes.spent()
  await inLanes(rendered, 4, async (n) => {
    const answer = await fetch(`${nodeOf(nodes, n).origin}${links.post(postAddress(n))}`, {
      headers: { 'accept-encoding': acceptEncoding },
    })
    if (answer.status !== 200) throw new Error(`a page answers ${answer.status}`)
    await answer.arrayBuffer()
  })
  const made = costs('page', before, nodes.spent(), rendered)
  const path = links.post(postAddress(0))
  const load = (duration: number) =>
    Promise.all(
      nodes.all.map(({ origin }) =>
        autocannon({ url: `${origin}${path}`, connections: 8, duration, headers: { 'accept-encoding': acceptEncoding } }),
      ),
    )
  // The first are spent on compiling.
  await load(retentionSeconds)
  before = nodes.spent()
  const loads = await load(retentionSeconds)
  const answers = loads.reduce((sum, { requests }) => sum + requests.average * retentionSeconds, 0)
  return { ...made, ...costs('keptPage', before, nodes.spent(), answers), keptPagesPerSecond: Math.round(answers / retentionSeconds) }
}

/** Bookmarks of thirty devices, a page of mutations at a time, until all are answered. */
async function writes(nodes: Nodes): Promise<Figures> {
  const lines: SyncLine[] = []
  for (let n = 0; n < deviceCount; n += 1) lines.push(await listen(nodeOf(nodes, n).origin, cookieOf(nodes, n), [], from(n)))
  const before = nodes.spent()
  const startedAt = performance.now()
  await Promise.all(
    lines.map(async (line, device) => {
      const mutations = Array.from({ length: mutationsEach }, (_, n) => ({
        n: n + 1,
        v: 1,
        at: Date.now(),
        name: setBookmark.name,
        args: { targetKind: 'post', targetId: postAddress((device * mutationsEach + n) % rendered).id, isSaved: n % 2 === 0 },
      }))
      for (let sent = 0; sent < mutations.length; sent += 20) {
        const some = mutations.slice(sent, sent + 20)
        line.say({ t: 'push', mutations: some })
        const last = some.at(-1)?.n
        await line.until((message) => message.t === 'result' && message.n === last)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  for (const line of lines) line.close()
  const mutations = deviceCount * mutationsEach
  return { ...costs('mutation', before, nodes.spent(), mutations), mutationsPerSecond: Math.round(mutations / seconds) }
}

/**
 * Devices that only listen, and what becomes of them when every process is killed and started
 * again.
 */
async function sockets(nodes: Nodes): Promise<Figures> {
  const resident = (): number => nodes.all.reduce((sum, { pid }) => sum + residentMiB(pid), 0)
  const beforeMiB = resident()
  const lines: SyncLine[] = []
  await inLanes(idleSockets, 20, async (n) => {
    lines.push(await listen(nodeOf(nodes, n).origin, cookieOf(nodes, n), [], from(n)))
  })
  await after(of(6_000))
  const moreMiB = resident() - beforeMiB
  const idling = nodes.spent()
  await after(of(10_000))
  const idle = costs('idleSocketSecond', idling, nodes.spent(), idleSockets * (of(10_000) / 1_000))
  for (const line of lines) line.close()
  await nodes.restart()
  const before = nodes.spent()
  const startedAt = performance.now()
  const back: SyncLine[] = []
  await Promise.all(Array.from({ length: returning }, async (_, n) => void back.push(await comeBack(nodes, n))))
  const tookMs = performance.now() - startedAt
  const returns = costs('return', before, nodes.spent(), returning)
  for (const line of back) line.close()
  return {
    ...returns,
    ...idle,
    returningMs: Math.round(tookMs),
    idleSockets: lines.length,
    idleSocketKiB: round((moreMiB * 1_024) / idleSockets),
  }
}

/**
 * As a device does: at a time of its own within half a second, then within twice as long
 * (docs/sync.md).
 */
async function comeBack(nodes: Nodes, n: number): Promise<SyncLine> {
  for (let tries = 0; ; tries += 1) {
    await after(Math.random() * Math.min(30_000, 500 * 2 ** tries))
    try {
      return await listen(nodeOf(nodes, n).origin, cookieOf(nodes, n), [], from(n))
    } catch (error) {
      if (tries > 12) throw error
    }
  }
}

/**
 * Texts that ten tabs write together, wherever each is connected: from a key to the others, and
 * what a change costs.
 */
async function together(nodes: Nodes): Promise<Figures> {
  const lines: WriteLine[] = []
  const typedAt: number[] = []
  const took: number[] = []
  for (let n = 0; n < rooms * tabsEach; n += 1) {
    const draft = nodes.drafts[n % rooms]
    const author = draft?.authors[n % 20 < 10 ? 0 : 1]
    if (draft === undefined || author === undefined) throw new RangeError('there is no draft')
    const { origin } = nodeOf(nodes, Math.floor(n / rooms))
    const ticket = (await ticketsOf(origin, author, [draft.room])).get(draft.room) ?? ''
    const line = await openLine({
      url: `${origin.replace('http', 'ws')}${collabPath}/${draft.room}`,
      protocols: [subprotocol(documentFormat), ticket],
      headers: { origin, cookie: author.cookie, ...from(n) },
      userId: author.userId,
    })
    const decoder = new TextDecoder('latin1')
    line.onUpdate = (update) => {
      for (const [, key] of decoder.decode(update).matchAll(/#(\d+);/gu)) {
        const at = typedAt[Number(key)]
        if (at !== undefined) took.push(performance.now() - at)
      }
    }
    lines.push(line)
    // No more tickets a second than one account may have.
    await after(25)
  }
  await after(1_000)
  took.length = 0
  const before = nodes.spent()
  const startedAt = performance.now()
  for (let n = 0; n < changes; n += 1) {
    const due = startedAt + (n * 1_000) / changesPerSecond
    if (due > performance.now()) await after(due - performance.now())
    typedAt[n] = performance.now()
    lines[(n * 7) % lines.length]?.type(`#${n};`)
  }
  const expected = changes * (tabsEach - 1)
  for (let waited = 0; took.length < expected && waited < 10_000; waited += 50) await after(50)
  const spent = costs('change', before, nodes.spent(), changes)
  for (const line of lines) line.close()
  const sorted = took.toSorted((a, b) => a - b)
  const quantile = (share: number): number => round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { ...spent, changeP50Ms: quantile(0.5), changeP99Ms: quantile(0.99), changesLost: Math.max(0, expected - took.length) }
}

async function measure(side: Side): Promise<Figures> {
  const { kind, count } = sides[side]
  return withFolder(async (folder) => {
    const nodes = await startNodes(folder, { kind, count, posts: Math.max(rendered, 100), drafts: 40 })
    try {
      // What is made in the background after a start.
      await after(of(10_000))
      return {
        ...(await atRest(nodes)),
        ...(await pages(nodes)),
        ...(await writes(nodes)),
        ...(await together(nodes)),
        ...(await sockets(nodes)),
      }
    } finally {
      await nodes.stop()
    }
  })
}

const asked = process.argv.slice(2)
const isSide = (name: string): name is Side => name in sides
const found = new Map<Side, Figures>()
for (const side of asked.length === 0 ? Object.keys(sides) : asked) {
  if (!isSide(side)) throw new RangeError(`There is no ${side}: ${Object.keys(sides).join(', ')}.`)
  console.log(`  … ${side}`)
  found.set(side, await measure(side))
}
const base = found.get('sqlite1')
const all = [...found].flatMap(([side, figures]) => [
  ...Object.entries(figures).map(([name, value]) => [`${side}_${name}`, value] as const),
  ...Object.entries(figures)
    .filter(([name]) => side !== 'sqlite1' && base !== undefined && /^[a-zA-Z]+(?<!Main|Other|Database)Us$/u.test(name))
    .map(([name, value]) => [`${side}_${name.replace(/Us$/u, '')}Ratio`, round(value / Math.max(0.01, base?.[name] ?? 0))] as const),
])
report(Object.fromEntries(all))
