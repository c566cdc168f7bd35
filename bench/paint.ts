// How a post with 200 and with 1,000 comments paints on a slow phone, against the same HTML and styles without a script,
// served by a bare server in the same run, turn by turn.
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { links } from '#shared/links.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { startProduct } from '../scripts/product.ts'
import { record, startBareServer } from './lib/bare-server.ts'
import type { Recorded } from './lib/bare-server.ts'
import { postAddress } from './lib/community.ts'
import { median, report, round } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import { makeDataDir, withFolder } from './lib/store.ts'

const threads = [200, 1_000]
const rounds = 5
const slowness = 4
const network = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

interface Painted {
  readonly largestPaintMs: number
  /** What the main thread was held over 50 ms at a time. */
  readonly blockedMs: number
  readonly layoutShift: number
}

/** One cold visit: new context, empty cache. */
async function visit(browser: Browser, url: string): Promise<Painted> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    // Late scripts have had their idle moment by then, slowed as they are.
    await page.waitForTimeout(2_500)
    return await page.evaluate(() => Reflect.get(window, 'painted'))
  } finally {
    await context.close()
  }
}

/** Runs in the page, before anything of the page. */
function observe(): void {
  const painted = { largestPaintMs: 0, blockedMs: 0, layoutShift: 0 }
  Reflect.set(window, 'painted', painted)
  const on = (type: string, hear: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true })
  on('largest-contentful-paint', (entry) => (painted.largestPaintMs = entry.startTime))
  on('longtask', (entry) => (painted.blockedMs += Math.max(0, entry.duration - 50)))
  on('layout-shift', (entry) => {
    if (Reflect.get(entry, 'hadRecentInput') !== true) painted.layoutShift += Number(Reflect.get(entry, 'value'))
  })
}

/** The page as it would be without any script. */
function withoutScripts(page: Recorded): Recorded {
  const encoding = page.headers['content-encoding']
  const body = Buffer.from(page.base64, 'base64')
  const html = (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')
  const bare = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*rel="(modulepreload|manifest)"[^>]*>/g, '')
  const { 'content-security-policy': _policy, etag: _tag, link: _hints, ...headers } = page.headers
  return { status: 200, headers: { ...headers, 'content-encoding': 'br' }, base64: brotliCompressSync(bare).toString('base64') }
}

/** Styles, fonts and pictures that the page asks for, by their paths. */
async function partsOf(browser: Browser, url: string): Promise<readonly string[]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block', javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    const parts = new Set<string>()
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'document') parts.add(new URL(response.url()).pathname + new URL(response.url()).search)
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    return [...parts]
  } finally {
    await context.close()
  }
}

async function compare(browser: Browser, folder: string, origin: string, n: number, commentCount: number): Promise<Figures> {
  const path = links.post(postAddress(n))
  const recording: Record<string, Recorded> = { [path]: withoutScripts(await record(`${origin}${path}`)) }
  for (const part of await partsOf(browser, `${origin}${path}`)) recording[part] = await record(`${origin}${part}`)
  const bare = await startBareServer(folder, recording)
  try {
    const ours: Painted[] = []
    const bares: Painted[] = []
    for (let count = 0; count < rounds; count++) {
      ours.push(await visit(browser, `${origin}${path}`))
      bares.push(await visit(browser, `${bare.origin}${path}`))
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
