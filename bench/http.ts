// A cached thread page of 200 comments, against a bare Node server that sends the very same bytes
// under the same headers.
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import autocannon from 'autocannon'
import { links } from '#shared/links.ts'
import { startProduct } from '../scripts/product.ts'
import { record, startBareServer } from './lib/bare-server.ts'
import { postAddress } from './lib/community.ts'
import { median, report, round } from './lib/figures.ts'
import { peakMiB, residentMiB } from './lib/memory.ts'
import { makeDataDir, withFolder } from './lib/store.ts'

const rounds = 3
const secondsPerRound = 6
const connections = 20
const acceptEncoding = 'gzip, deflate, br'

interface Load {
  readonly perSecond: number
  readonly p99Ms: number
}

async function load(url: string): Promise<Load> {
  const result = await autocannon({ url, connections, duration: secondsPerRound, headers: { 'accept-encoding': acceptEncoding } })
  if (result.errors + result.non2xx > 0) throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} answers that are not 200`)
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 }
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'data')
  await makeDataDir(dataDir, { posts: 50, threads: [200], now: Date.now() })
  const product = await startProduct({ dataDir, settings: { SEED: 'off' } })
  try {
    await after(10_000)
    const idleMiB = residentMiB(product.pid)
    const path = links.post(postAddress(0))
    const page = await record(`${product.origin}${path}`, acceptEncoding)
    if (page.status !== 200) throw new Error(`${path} answers ${page.status}`)
    const bare = await startBareServer(folder, { [path]: page })
    try {
      const ours: Load[] = []
      const bares: Load[] = []
      const loadMiB = await peakMiB(product.pid, async () => {
        for (let round = 0; round < rounds; round++) {
          ours.push(await load(`${product.origin}${path}`))
          bares.push(await load(`${bare.origin}${path}`))
        }
      })
      const of = (loads: readonly Load[], key: keyof Load) => median(loads.map((one) => one[key]))
      report({
        pageKiB: round(Buffer.byteLength(page.base64, 'base64') / 1024),
        requestsPerSecond: round(of(ours, 'perSecond')),
        requestsRatio: round(of(ours, 'perSecond') / of(bares, 'perSecond')),
        p99Ratio: round(of(ours, 'p99Ms') / Math.max(of(bares, 'p99Ms'), 1)),
        idleMiB: round(idleMiB),
        loadMiB: round(loadMiB),
      })
    } finally {
      await bare.stop()
    }
  } finally {
    await product.kill()
  }
})
