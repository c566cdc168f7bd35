// The signed-in front page among 10,000 posts, 200,000 comments and 5,000 members, at 50 requests a
// second (safety.md L3): in quiet, then while a vote a second and a comment every four move it. A
// hundred readers, a fifth of them with filters of their own. Then their mixed feed, which nobody
// shares. Beside it a bare server that sends the same bytes, asked as often. READ_POSTS,
// READ_MEMBERS, READ_SECONDS and READ_RATE make it smaller. READ_DIR keeps the filled store there
// and takes it up again.
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { links } from '#shared/links.ts'
import { idOf } from '#shared/testing/factories.ts'
import type { Product } from '../scripts/product.ts'
import { startProduct } from '../scripts/product.ts'
import { record, startBareServer } from './lib/bare-server.ts'
import { fillCommunity, postAddress } from './lib/community.ts'
import type { Figures } from './lib/figures.ts'
import { median, report, round } from './lib/figures.ts'
import { processorMs } from './lib/memory.ts'
import { addReaders, readerCookies } from './lib/readers.ts'
import { openBenchStore, withFolder } from './lib/store.ts'

const postCount = Number(process.env['READ_POSTS'] ?? 10_000)
const memberCount = Number(process.env['READ_MEMBERS'] ?? 5_000)
const seconds = Number(process.env['READ_SECONDS'] ?? 60)
const perSecond = Number(process.env['READ_RATE'] ?? 50)
const feedPerSecond = Math.max(1, perSecond / 5)
const keptDir = process.env['READ_DIR']
const commentsEach = 20
const acceptEncoding = 'gzip, deflate, br'
const cookies = readerCookies()

await withFolder(async (folder) => {
  const dataDir = await filled(join(folder, 'data'))
  const product = await startProduct({ dataDir, settings: { SEED: 'off' } })
  try {
    await settled(product)
    const page = await record(`${product.origin}/`, acceptEncoding)
    const bare = await startBareServer(folder, { '/': page })
    try {
      await ask(product.origin, links.front(), perSecond, Math.min(10, seconds))
      const quiet = await measured(product, 'quiet', () => ask(product.origin, links.front(), perSecond, seconds))
      const busy = changing(product.origin)
      const moving = await measured(product, 'withChanges', () => ask(product.origin, links.front(), perSecond, seconds))
      const feed = await measured(product, 'feed', () => ask(product.origin, links.mixedFeed(), feedPerSecond, Math.min(seconds, 20)))
      const changes = await busy.stop()
      const bareTimes = await ask(bare.origin, links.front(), perSecond, Math.min(seconds, 20))
      report({
        ...changes,
        ...quiet,
        ...moving,
        ...feed,
        bareP50Ms: round(median(bareTimes)),
        bareP95Ms: round(at(bareTimes, 0.95)),
        p50Ratio: round((quiet['quietP50Ms'] ?? 0) / median(bareTimes)),
        withChangesP95Ratio: round((moving['withChangesP95Ms'] ?? 0) / at(bareTimes, 0.95)),
      })
    } finally {
      await bare.stop()
    }
  } finally {
    await product.kill()
  }
})

/**
 * @returns a data folder, filled now or kept from an earlier run. What the run writes is not kept.
 */
async function filled(dataDir: string): Promise<string> {
  const source = keptDir ?? dataDir
  if (!existsSync(source)) {
    const beganAt = performance.now()
    const store = await openBenchStore(source)
    try {
      await fillCommunity(store, { posts: postCount, threads: Array.from({ length: postCount }, () => commentsEach), now: Date.now() })
      await addReaders(store, memberCount, Date.now())
    } finally {
      await store.close()
    }
    const tookS = Math.round((performance.now() - beganAt) / 1_000)
    console.log(`  ${postCount} posts, ${postCount * commentsEach} comments, ${memberCount} members in ${tookS} s`)
  }
  if (keptDir !== undefined) await cp(keptDir, dataDir, { recursive: true })
  return dataDir
}

function at(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
}

/**
 * The store was filled straight: search and all who follow the journal have a long way to catch up,
 * which is not what is measured.
 */
async function settled(product: Product): Promise<void> {
  const beganAt = performance.now()
  for (let quiet = 0; quiet < 3 && performance.now() - beganAt < 240_000;) {
    const before = processorMs(product.pid)
    await after(1_000)
    quiet = processorMs(product.pid) - before < 100 ? quiet + 1 : 0
  }
  console.log(`  caught up after ${Math.round((performance.now() - beganAt) / 1_000)} s`)
}

/**
 * With the processor's time of the server for one request, which does not hang on what else the
 * machine does.
 */
async function measured(product: Product, name: string, work: () => Promise<readonly number[]>): Promise<Figures> {
  const before = processorMs(product.pid)
  const times = await work()
  const spent = processorMs(product.pid) - before
  return {
    [`${name}P50Ms`]: round(median(times)),
    [`${name}P95Ms`]: round(at(times, 0.95)),
    [`${name}P99Ms`]: round(at(times, 0.99)),
    [`${name}CpuMs`]: round(spent / times.length),
  }
}

/** At an even pace, whether or not the answers come. @returns how long each took, in ms. */
async function ask(origin: string, path: string, rate: number, forSeconds: number): Promise<readonly number[]> {
  const times: number[] = []
  const pending: Promise<void>[] = []
  const beganAt = performance.now()
  for (let n = 0; n < forSeconds * rate; n += 1) {
    await after(Math.max(0, beganAt + (n * 1_000) / rate - performance.now()))
    pending.push(timed(`${origin}${path}`, cookies[n % cookies.length] ?? '').then((ms) => void times.push(ms)))
  }
  await Promise.all(pending)
  return times
}

function timed(url: string, cookie: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const beganAt = performance.now()
  get(url, { headers: { cookie, 'accept-encoding': acceptEncoding } }, (response) => {
    response.on('error', reject)
    response.resume()
    response.on('end', () =>
      response.statusCode === 200 ? resolve(performance.now() - beganAt) : reject(new Error(`answers ${response.statusCode}`)),
    )
  }).on('error', reject)
  return promise
}

/** A vote a second, and a comment every four, by one reader after another. */
function changing(origin: string): { stop(): Promise<Figures> } {
  const done = { votes: 0, comments: 0 }
  const pending: Promise<void>[] = []
  let n = 0
  const mutation = async (name: string, args: unknown): Promise<boolean> => {
    const answer = await fetch(`${origin}/api/mutations/${name}`, {
      method: 'POST',
      headers: { cookie: cookies[n % cookies.length] ?? '', origin, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ args }),
    })
    if (!answer.ok) console.log(`  ${name} answers ${answer.status}`)
    return answer.ok
  }
  const timer = setInterval(() => {
    n += 1
    const postId = postAddress(1 + (n % 40)).id
    const vote = mutation('votes.set', { targetKind: 'post', targetId: postId, axis: 'approval', value: 1 })
    pending.push(vote.then((isDone) => void (done.votes += Number(isDone))))
    if (n % 4 !== 0) return
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `An inline comment, the ${n}th.` }] }] }
    const id = idOf(800_000_000 + Math.floor(Date.now() / 1_000))
    const comment = mutation('comments.post', { id, postId, parentId: null, body })
    pending.push(comment.then((isDone) => void (done.comments += Number(isDone))))
  }, 1_000)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
      return done
    },
  }
}
