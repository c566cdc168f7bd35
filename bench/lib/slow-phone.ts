// The phone that pages are measured on: a small screen, a processor slowed four times, 150 ms and
// 1.6 Mbit/s (docs/bench.md).
import type { Page } from 'playwright-core'

export const phone = { viewport: { width: 390, height: 844 } }
export const slowness = 4
export const network = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

export interface Painted {
  readonly largestPaintMs: number
  /** What the main thread was held over 50 ms at a time. */
  readonly blockedMs: number
  readonly layoutShift: number
}

/** From now on the page has a slow processor. */
export async function slowProcessor(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
}

/** From now on the page is on a slow phone, with its line. */
export async function slowDown(page: Page): Promise<void> {
  await slowProcessor(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
}

/**
 * Opens an address and looks at it for two and a half seconds: late scripts have had their idle
 * moment by then, slowed as they are.
 */
export async function lookAt(page: Page, url: string): Promise<Painted> {
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
  await page.waitForTimeout(2_500)
  return paintedSoFar(page)
}

export const paintedSoFar = (page: Page): Promise<Painted> => page.evaluate(() => Reflect.get(window, 'painted'))

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
