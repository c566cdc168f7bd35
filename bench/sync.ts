// How devices and the running product keep each other fresh: what travels, how soon, how fast a
// long queue drains, what idle devices cost.
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as after } from 'node:timers/promises'
import type { ServerMessage } from '#shared/sync/protocol.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { members } from '#shared/accounts/schema.ts'
import { postComment } from '#shared/comments/mutations.ts'
import { comments } from '#shared/comments/schema.ts'
import { setBookmark, setReadMark } from '#shared/reading/mutations.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { mutationOf } from '#web/data/sync/queue.ts'
import type { Product } from '../scripts/product.ts'
import { startProduct } from '../scripts/product.ts'
import { aDevice, newId } from '../simulation/faults/testing/device.ts'
import { memberIdOf, postAddress } from './lib/community.ts'
import { KiB, median, report, round } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import { residentMiB } from './lib/memory.ts'
import { signIn } from './lib/sign-in.ts'
import { listen } from './lib/sync-line.ts'
import { makeDataDir, openBenchStore, withFolder } from './lib/store.ts'

const threadComments = 200
const mutations = 5_000
const idleSockets = 3_000
const now = Date.now()
const thread = `thread:${postAddress(0).id}`
const writer = 1
const reader = 2

interface Place {
  readonly product: Product
  readonly dataDir: string
  readonly cookies: ReadonlyMap<number, string>
}

const cookieOf = ({ cookies }: Place, n: number): string => cookies.get(n) ?? ''
const deviceOf = (place: Place, n: number, shapes: readonly string[]) => {
  const [name = '', value = ''] = cookieOf(place, n).split('=')
  const { origin } = place.product
  return aDevice({ origin, client: { origin, cookies: new Map([[name, value]]) }, userId: memberIdOf(n), shapes })
}

/**
 * The whole thread for a device that has nothing, against what one new comment costs a device that
 * has it.
 */
async function bytes(place: Place): Promise<Figures> {
  const line = await listen(place.product.origin, cookieOf(place, reader), [thread])
  let filled = 0
  for (let isMore = true; isMore;) {
    const { message, bytes: more } = await line.until(({ t }) => t === 'page')
    filled += more
    isMore = message.t === 'page' && message.more
  }
  const device = await deviceOf(place, writer, [])
  await until(() => device.status()?.link === 'on')
  await device.commit(postComment, {
    id: newId(),
    postId: postAddress(0).id,
    parentId: null,
    body: paragraph('Sixty words would be longer. '.repeat(10)),
  })
  const delta = await line.until((message) => message.t === 'page' && hasComment(message))
  line.close()
  device.stop()
  return { threadKiB: KiB(filled), deltaBytes: delta.bytes, deltaShare: round((100 * delta.bytes) / filled) }
}

/**
 * From the press of a button on one device to the rows on another, and until it is confirmed on its
 * own; beside the line's own round trip.
 */
async function latency(place: Place): Promise<Figures> {
  const line = await listen(place.product.origin, cookieOf(place, reader), [thread])
  await line.until(({ t }) => t === 'page')
  const roundTrips: number[] = []
  for (let n = 0; n < 30; n += 1) {
    const from = performance.now()
    line.say({ t: 'ping' })
    await line.until(({ t }) => t === 'pong')
    roundTrips.push(performance.now() - from)
  }
  const device = await deviceOf(place, 0, [thread])
  await until(() => device.status()?.link === 'on')
  const arrivals: number[] = []
  const settled: number[] = []
  for (let n = 0; n < 30; n += 1) {
    const id = newId()
    const from = performance.now()
    await device.commit(postComment, { id, postId: postAddress(0).id, parentId: null, body: paragraph(`Said ${n}.`) })
    await line.until((message) => message.t === 'page' && hasComment(message, id))
    arrivals.push(performance.now() - from)
    await until(() => device.contents().queue.length === 0)
    settled.push(performance.now() - from)
  }
  line.close()
  device.stop()
  return {
    roundTripMs: round(median(roundTrips)),
    toOthersMs: round(median(arrivals)),
    toOwnMs: round(median(settled)),
  }
}

/**
 * A week offline: bookmarks and read marks, which no limit stops, one row of each for every post.
 */
async function drain(place: Place): Promise<Figures> {
  const device = await deviceOf(place, 3, [])
  await until(() => device.status()?.link === 'on')
  const all = Array.from({ length: mutations / 2 }, (_, n) => [
    mutationOf(setBookmark, { targetKind: 'post', targetId: postAddress(n).id, isSaved: true }, now),
    mutationOf(setReadMark, { postId: postAddress(n).id, isRead: true, seenUpTo: now }, now),
  ]).flat()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  await device.enqueue(all)
  delay.enable()
  const from = performance.now()
  await until(() => device.contents().queue.length === 0)
  const took = (performance.now() - from) / 1_000
  delay.disable()
  const { refused } = device.contents()
  device.stop()
  if (refused.length > 0) throw new Error(`${refused.length} mutations were refused: ${JSON.stringify(refused[0]?.error)}`)
  return { drainSeconds: round(took), drainPerSecond: Math.round(mutations / took), drainLongestTaskMs: round(delay.max / 1e6) }
}

/** Devices that only listen: what the server holds for each. */
async function idle(place: Place): Promise<Figures> {
  const before = residentMiB(place.product.pid)
  const lines = []
  // No more at once than may be without a greeting from one address.
  for (let n = 0; n < idleSockets; n += 10) {
    lines.push(...(await Promise.all(Array.from({ length: 10 }, () => listen(place.product.origin, cookieOf(place, reader), [])))))
  }
  await after(6_000)
  const held = lines.filter((line) => line.isOpen()).length
  const grown = residentMiB(place.product.pid) - before
  for (const line of lines) line.close()
  return { idleSockets: held, idleMoreMiB: round(grown), idleKiBEach: round((grown * 1_024) / idleSockets) }
}

/**
 * The writer's own work: processor time of a numbered mutation over that of a plain one, on one
 * store, turn by turn.
 */
async function cpu(folder: string): Promise<Figures> {
  const store = await openBenchStore(folder)
  const own = inProcessWriter(store, serverRegistry)
  const costs = { plain: [] as number[], numbered: [] as number[] }
  const device = newId()
  const userId = memberIdOf(5)
  let n = 0
  const args = (turn: number, at: number) => ({ targetKind: 'post', targetId: postAddress(at % 2_500).id, isSaved: turn % 2 === 0 })
  for (let turn = 0; turn < 24; turn += 1) {
    const isNumbered = turn % 2 === 1
    const from = process.cpuUsage()
    const work = Array.from({ length: 500 }, (_, at) => {
      const request = {
        name: setBookmark.name,
        args: args(Math.floor(turn / 2), at + (isNumbered ? 1_000 : 0)),
        userId,
        source: 'member',
      } as const
      if (!isNumbered) return own.apply(request)
      n += 1
      return own.take({ ...request, numbered: { device, n, v: 1, hash: String(n) } })
    })
    await Promise.all(work)
    const { user, system } = process.cpuUsage(from)
    // The first turns are spent on compiling.
    if (turn >= 8) costs[isNumbered ? 'numbered' : 'plain'].push((user + system) / 500)
  }
  await own.close()
  await store.close()
  return {
    plainUs: round(median(costs.plain)),
    numberedUs: round(median(costs.numbered)),
    numberedRatio: round(median(costs.numbered) / median(costs.plain)),
  }
}

function hasComment(message: ServerMessage, id?: string): boolean {
  return message.t === 'page' && message.puts.some(({ kind, row }) => kind === comments.name && (id === undefined || row.id === id))
}

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 5) {
    if (waited > 120_000) throw new Error('not within two minutes')
    await after(5)
  }
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'data')
  await makeDataDir(dataDir, { posts: mutations / 2, threads: [threadComments], now })
  const store = await openBenchStore(dataDir)
  const cookies = new Map<number, string>()
  for (const n of [0, writer, reader, 3]) cookies.set(n, await signIn(store, n, memberIdOf(n), now))
  // These two comment faster than members may.
  await store.write(async ({ tx }) => {
    for (const member of await tx.getMany(members, [memberIdOf(0), memberIdOf(writer)])) {
      await tx.put(members, { ...member, groups: ['moderators'] })
    }
  })
  await store.close()
  const product = await startProduct({ dataDir, settings: { SEED: 'off' } })
  const place: Place = { product, dataDir, cookies }
  let figures: Figures = {}
  try {
    await after(5_000)
    figures = { ...(await bytes(place)), ...(await latency(place)), ...(await drain(place)), ...(await idle(place)) }
  } finally {
    await product.kill()
  }
  report({ ...figures, ...(await cpu(dataDir)) })
})
