// A discussion of 3,000 comments: what the server takes for it, what travels, and when it can be
// used at a processor slowed four times: when its first comments are drawn and a branch folds, the
// first thing that works by script alone; and when the whole app is there, by an answer begun in
// place.
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { links } from '#shared/links.ts'
import { launchChromium } from '../scripts/chromium.ts'
import type { Product } from '../scripts/product.ts'
import { startProduct } from '../scripts/product.ts'
import { postAddress } from './lib/community.ts'
import type { Figures } from './lib/figures.ts'
import { KiB, median, report, round } from './lib/figures.ts'
import { phone, slowDown, slowProcessor } from './lib/slow-phone.ts'
import { makeDataDir, withFolder } from './lib/store.ts'

const comments = 3_000
const rounds = 3

/** At first a page has 1,000 of them; all of them are asked for by `limit`. */
const addresses = { first: links.post(postAddress(0)), all: `${links.post(postAddress(0))}?limit=${comments}` } as const

/** Drawn for the first time since the start, and again from memory. */
async function served(
  { origin }: Product,
  path: string,
): Promise<readonly [coldMs: number, warmMs: number, sentKiB: number, htmlKiB: number]> {
  const ask = async (): Promise<readonly [number, Buffer]> => {
    const from = performance.now()
    const answer = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'identity' } })
    const body = Buffer.from(await answer.arrayBuffer())
    return [performance.now() - from, body]
  }
  const [coldMs, html] = await ask()
  const warm = []
  for (let n = 0; n < 5; n += 1) warm.push((await ask())[0])
  const sent = await bytesOnTheWire(origin, path)
  return [round(coldMs), round(median(warm)), KiB(sent), KiB(html.byteLength)]
}

/** `fetch` undoes the compression before it counts. */
async function bytesOnTheWire(origin: string, path: string): Promise<number> {
  const body = await new Promise<Buffer>((resolve, reject) => {
    request(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve(Buffer.concat(parts)))
      answer.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
  if (brotliDecompressSync(body).byteLength === 0) throw new Error('nothing came')
  return body.byteLength
}

interface Used {
  /**
   * From the beginning of the visit until something is drawn and a press of a fold button folds.
   */
  readonly usableMs: number
  /** Until a press of Reply begins an answer in place. */
  readonly aliveMs: number
  readonly longestTaskMs: number
  readonly blockedMs: number
  /** From Ctrl+F until nothing is shortened or folded any more and that is drawn. */
  readonly expandMs: number
}

async function visit(browser: Browser, url: string, slow: (page: Page) => Promise<void>): Promise<Used> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  try {
    await slow(page)
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
    await page.waitForFunction(() => Number(Reflect.get(window, 'used').aliveMs) > 0, undefined, { timeout: 60_000 })
    await page.waitForTimeout(3_000)
    const soFar = await page.evaluate((): Omit<Used, 'expandMs'> => ({ ...Reflect.get(window, 'used') }))
    return { ...soFar, expandMs: await expand(page) }
  } finally {
    await context.close()
  }
}

/** Medians of some visits. */
async function usedOften(browser: Browser, url: string, slow: (page: Page) => Promise<void>): Promise<Used> {
  const seen: Used[] = []
  for (let n = 0; n < rounds; n += 1) seen.push(await visit(browser, url, slow))
  const of = (key: keyof Used): number => round(median(seen.map((one) => one[key])))
  return {
    ...{ usableMs: of('usableMs'), aliveMs: of('aliveMs'), expandMs: of('expandMs') },
    ...{ longestTaskMs: of('longestTaskMs'), blockedMs: of('blockedMs') },
  }
}

async function expand(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const from = performance.now()
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }))
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)))
      }),
  )
}

/** Runs in the page, before anything of the page. */
function observe(): void {
  const used = { usableMs: 0, aliveMs: 0, longestTaskMs: 0, blockedMs: 0 }
  Reflect.set(window, 'used', used)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      used.longestTaskMs = Math.max(used.longestTaskMs, duration)
      used.blockedMs += Math.max(0, duration - 50)
    }
  }).observe({ type: 'longtask', buffered: true })
  const fold = () => {
    const button = document.querySelector<HTMLElement>('#comments .thread .c-fold')
    const isDrawn = performance.getEntriesByName('first-contentful-paint').length > 0
    if (isDrawn) button?.click()
    if (!isDrawn || button?.getAttribute('aria-expanded') !== 'false') return void setTimeout(fold, 20)
    used.usableMs = performance.now()
    button.click()
    reply()
  }
  const reply = () => {
    // Until the app is there, the link goes to a page of its own.
    if (Reflect.get(window, '__late')?.ready !== true) return void setTimeout(reply, 20)
    document.querySelector<HTMLElement>('#comments .thread .c-reply')?.click()
    if (document.querySelector('#comments .thread form') === null) return void setTimeout(reply, 20)
    used.aliveMs = performance.now()
  }
  setTimeout(fold, 20)
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'data')
  await makeDataDir(dataDir, { posts: 20, threads: [comments], now: Date.now() })
  const figures: Record<string, number> = {}
  const browser = await launchChromium()
  try {
    for (const [name, path] of Object.entries(addresses)) {
      const product = await startProduct({ dataDir, settings: { SEED: 'off' } })
      try {
        const [coldMs, warmMs, sentKiB, htmlKiB] = await served(product, path)
        const used = await usedOften(browser, `${product.origin}${path}`, slowProcessor)
        const onLine = await usedOften(browser, `${product.origin}${path}`, slowDown)
        const found: Figures = {
          ...{ coldMs, warmMs, sentKiB, htmlKiB },
          ...used,
          ...{ usableOnSlowLineMs: onLine.usableMs, aliveOnSlowLineMs: onLine.aliveMs },
        }
        for (const [key, value] of Object.entries(found)) figures[`${name}_${key}`] = value
      } finally {
        await product.kill()
      }
    }
    report(figures)
  } finally {
    await browser.close()
  }
})
