// What a first visit costs somebody who has never signed in, until nothing happens any more:
// requests and bytes of the page and of its worker, the main thread, the largest paint against the
// floor (bench/lib/floor-page.ts), and what moves: cold, on return, offline.
// `VISIT_PAGES=post200,list`: only these. `VISIT_PARTS=weight` or `shift`: only that part.
// `VISIT_LOG=1` names every request.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { links } from '#shared/links.ts'
import { startProduct } from '../scripts/product.ts'
import { record, startBareServer } from './lib/bare-server.ts'
import type { Recorded } from './lib/bare-server.ts'
import { memberSlug, postAddress } from './lib/community.ts'
import { startDevTools } from './lib/devtools.ts'
import type { DevTools } from './lib/devtools.ts'
import { floorPage } from './lib/floor-page.ts'
import { report, round } from './lib/figures.ts'
import { makeDataDir, withFolder } from './lib/store.ts'
import { Reader, kinds } from './lib/visit.ts'
import type { Visited } from './lib/visit.ts'

/** Issue 26: at most, for every page; `blocked` of a post with 1,000 comments is its own. */
const goals = {
  requests: 20,
  kB: 230,
  document: 42,
  script: 60,
  style: 8,
  font: 75,
  longest: 50,
  blocked: 60,
  blocked1000: 150,
  paint: 1.15,
  shift: 0.01,
}

interface Place {
  readonly name: string
  readonly path: string
  /** Which of the two stores has it: the measured one, or the example community. */
  readonly of: 'filled' | 'example'
}

const places: readonly Place[] = [
  { name: 'front', path: links.front(), of: 'filled' },
  { name: 'post200', path: links.post(postAddress(0)), of: 'filled' },
  { name: 'post1000', path: links.post(postAddress(1)), of: 'filled' },
  { name: 'list', path: links.allPosts(), of: 'filled' },
  { name: 'tag', path: links.wiki('measurement'), of: 'example' },
  { name: 'wiki', path: links.wiki('knowing'), of: 'example' },
  { name: 'member', path: links.user(memberSlug), of: 'filled' },
]
/** As issue 26 measured: an essay of 3,000 words, comments of 60. */
const lengths = { essay: 56, comment: 1 }
const widths = [320, 1_440]
const quietMs = 10_000
/**
 * For what moves, and for the floor, which is still at once: else forty visits take longer than a
 * bench may.
 */
const stillMs = 3_000

const asked = process.env['VISIT_PAGES']?.split(',')
const part = process.env['VISIT_PARTS'] ?? 'weight,shift'
const wanted = places.filter(({ name }) => asked?.includes(name) ?? true)

const kB = (bytes: number): number => Math.round(bytes / 100) / 10
const sum = ({ bytes }: Visited): number => kinds.reduce((all, kind) => all + bytes[kind], 0)

/**
 * As pages stand that others have read before: packed as small as it goes
 * (sync-server/pages/page-cache.ts). One after another, as the server packs them; the longest are
 * never packed so.
 */
async function readByOthers(urls: readonly string[]): Promise<void> {
  for (let n = 0; n < 25; n++) await Promise.all(urls.map((url) => record(url)))
  await wait(31_000)
  for (const url of urls) {
    const { headers } = await record(url)
    for (let n = 0; n < 20 && (await record(url)).headers['etag'] === headers['etag']; n++) await wait(1_000)
  }
}

async function coldVisit(devtools: DevTools, url: string, ms: number): Promise<Visited> {
  const reader = await Reader.start(devtools, { width: 390, isSlow: true, quietMs: ms })
  try {
    return await reader.visit(url)
  } finally {
    await reader.leave()
  }
}

/** The most that anything moves: cold, on return, offline. */
async function shifts(devtools: DevTools, url: string, width: number): Promise<readonly number[]> {
  const reader = await Reader.start(devtools, { width, isSlow: false, quietMs: stillMs })
  try {
    const cold = await reader.visit(url)
    const again = await reader.visit(url)
    await reader.goOffline()
    const offline = await reader.visit(url)
    return [cold, again, offline].map(({ layoutShift }) => Math.round(layoutShift * 10_000) / 10_000)
  } finally {
    await reader.leave()
  }
}

async function floorOf(url: string): Promise<Recorded> {
  const { headers, base64 } = await record(url)
  const body = Buffer.from(base64, 'base64')
  const encoding = headers['content-encoding']
  return floorPage((encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8'))
}

type Row = readonly (string | number)[]

function printTable(rows: readonly Row[]): void {
  const widthOf = (column: number) => Math.max(...rows.map((row) => String(row[column] ?? '').length))
  for (const row of rows) console.log(`  ${row.map((cell, column) => String(cell).padStart(widthOf(column))).join('  ')}`)
}

await withFolder(async (folder) => {
  await makeDataDir(join(folder, 'filled'), { posts: 50, threads: [200, 1_000], lengths, now: Date.now() })
  const filled = await startProduct({ dataDir: join(folder, 'filled'), settings: { SEED: 'off' } })
  const example = await startProduct({ dataDir: join(folder, 'example') })
  const devtools = await startDevTools(join(folder, 'profile'))
  try {
    const urlOf = ({ path, of }: Place) => `${(of === 'filled' ? filled : example).origin}${path}`
    if (part.includes('weight')) await readByOthers(wanted.map(urlOf))
    const figures: Record<string, number> = {}
    const weights: Row[] = [['page', 'requests', 'kB', ...kinds, 'longest ms', 'blocked ms', 'paint/floor', 'floor kB']]
    const moves: Row[] = [['page', 'width', 'cold', 'on return', 'offline']]
    for (const place of wanted) {
      const { name, path } = place
      const url = urlOf(place)
      if (part.includes('weight')) {
        const floor = await floorOf(url)
        const bare = await startBareServer(folder, { [path]: floor })
        const least = await coldVisit(devtools, `${bare.origin}${path}`, stillMs)
        const ours = await coldVisit(devtools, url, quietMs)
        await bare.stop()
        const paint = round(ours.largestPaintMs / least.largestPaintMs)
        const { requests, bytes, longestTaskMs, blockedMs } = ours
        const [longest, blocked] = [Math.round(longestTaskMs), Math.round(blockedMs)]
        weights.push([
          name,
          requests,
          kB(sum(ours)),
          ...kinds.map((kind) => kB(bytes[kind])),
          longest || '< 50',
          blocked,
          paint,
          kB(sum(least)),
        ])
        Object.assign(figures, { [`${name}Requests`]: requests, [`${name}kB`]: kB(sum(ours)), [`${name}BlockedMs`]: blocked })
        Object.assign(figures, { [`${name}LongestMs`]: longest, [`${name}PaintRatio`]: paint, [`${name}FloorkB`]: kB(sum(least)) })
        for (const kind of kinds) figures[`${name}${kind}kB`] = kB(bytes[kind])
      }
      if (!part.includes('shift')) continue
      for (const width of widths) {
        const found = await shifts(devtools, url, width)
        moves.push([name, width, ...found])
        figures[`${name}Shift${width}`] = Math.max(...found)
      }
    }
    const { document, script, style, font } = goals
    weights.push([
      'goal',
      `≤ ${goals.requests}`,
      `≤ ${goals.kB}`,
      `≤ ${document}`,
      `≤ ${script}`,
      `≤ ${style}`,
      `≤ ${font}`,
      '',
      '',
      `≤ ${goals.longest}`,
      `≤ ${goals.blocked}, 1,000: ${goals.blocked1000}`,
      `≤ ${goals.paint}`,
      '',
    ])
    moves.push(['goal', '', ...[0, 1, 2].map(() => `≤ ${goals.shift}`)])
    if (weights.length > 2) printTable(weights)
    if (moves.length > 2) printTable(moves)
    report(figures)
  } finally {
    await devtools.stop()
    await filled.kill()
    await example.kill()
  }
})
