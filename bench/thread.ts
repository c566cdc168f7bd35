// A discussion of 3,000 comments: what the server takes for it, what travels, and when it can be used on a slow phone (processor slowed four
// times): folding a branch by its button is the first thing that works by script alone.
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
import { phone, slowDown } from './lib/slow-phone.ts'
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
  /** From the beginning of the visit until a press of a fold button folds. */
  readonly usableMs: number
  readonly longestTaskMs: number
  readonly blockedMs: number
  /** From Ctrl+F until nothing is shortened or folded any more and that is drawn. */
  readonly expandMs: number
}

async function use(browser: Browser, url: string): Promise<Used> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  try {
    await slowDown(page)
    await page.addInitScript(observe)
    await page.goto(url, { waitUntil: 'load', timeout: 120_000 })
    await page.waitForFunction(() => Number(Reflect.get(window, 'used').usableMs) > 0, undefined, { timeout: 60_000 })
    await page.waitForTimeout(3_000)
    const soFar = await page.evaluate((): Omit<Used, 'expandMs'> => ({ ...Reflect.get(window, 'used') }))
    return { ...soFar, expandMs: await expand(page) }
  } finally {
    await context.close()
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
  const used = { usableMs: 0, longestTaskMs: 0, blockedMs: 0 }
  Reflect.set(window, 'used', used)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      used.longestTaskMs = Math.max(used.longestTaskMs, duration)
      used.blockedMs += Math.max(0, duration - 50)
    }
  }).observe({ type: 'longtask', buffered: true })
  const press = () => {
    const button = document.querySelector<HTMLElement>('#comments .thread .c-fold')
    button?.click()
    if (button?.getAttribute('aria-expanded') !== 'false') return void setTimeout(press, 20)
    used.usableMs = performance.now()
    button.click()
  }
  setTimeout(press, 20)
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
        const used: Used[] = []
        for (let n = 0; n < rounds; n += 1) used.push(await use(browser, `${product.origin}${path}`))
        const of = (key: keyof Used): number => round(median(used.map((one) => one[key])))
        const found: Figures = {
          ...{ coldMs, warmMs, sentKiB, htmlKiB },
          ...{ usableMs: of('usableMs'), longestTaskMs: of('longestTaskMs'), blockedMs: of('blockedMs'), expandMs: of('expandMs') },
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
