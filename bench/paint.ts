// How a post with 200 and with 1,000 comments paints on a slow phone, against the same HTML and
// styles without a script, served by a bare server in the same run, turn by turn.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { links } from '#shared/links.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { startProduct } from '../scripts/product.ts'
import { postAddress } from './lib/community.ts'
import { median, report, round } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import type { Painted } from './lib/slow-phone.ts'
import { startStaticCopy, visitCold } from './lib/static-page.ts'
import { makeDataDir, withFolder } from './lib/store.ts'

const threads = [200, 1_000]
const rounds = 5

async function compare(browser: Browser, folder: string, origin: string, n: number, commentCount: number): Promise<Figures> {
  const path = links.post(postAddress(n))
  const bare = await startStaticCopy(browser, folder, origin, path)
  try {
    const ours: Painted[] = []
    const bares: Painted[] = []
    for (let count = 0; count < rounds; count++) {
      ours.push(await visitCold(browser, `${origin}${path}`))
      bares.push(await visitCold(browser, `${bare.origin}${path}`))
    }
    const of = (all: readonly Painted[], key: keyof Painted) => median(all.map((one) => one[key]))
    return Object.fromEntries([
      [`largestPaintMs${commentCount}`, round(of(ours, 'largestPaintMs'))],
      [`largestPaintRatio${commentCount}`, round(of(ours, 'largestPaintMs') / of(bares, 'largestPaintMs'))],
      [`blockedMs${commentCount}`, round(of(ours, 'blockedMs'))],
      [`blockedMsStatic${commentCount}`, round(of(bares, 'blockedMs'))],
      [`blockedMoreMs${commentCount}`, round(of(ours, 'blockedMs') - of(bares, 'blockedMs'))],
      [`layoutShift${commentCount}`, Math.round(of(ours, 'layoutShift') * 10_000) / 10_000],
    ])
  } finally {
    await bare.stop()
  }
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'data')
  await makeDataDir(dataDir, { posts: 50, threads, now: Date.now() })
  const product = await startProduct({ dataDir, settings: { SEED: 'off' } })
  const browser = await launchChromium()
  try {
    const figures: Record<string, number> = {}
    for (const [n, count] of threads.entries()) Object.assign(figures, await compare(browser, folder, product.origin, n, count))
    report(figures)
  } finally {
    await browser.close()
    await product.kill()
  }
})
