// What a reader downloads who opens a page for the first time, in a real browser with an empty
// cache.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { links } from '#shared/links.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { startProduct } from '../scripts/product.ts'
import { postAddress } from './lib/community.ts'
import { KiB, report } from './lib/figures.ts'
import type { Figures } from './lib/figures.ts'
import { makeDataDir, withFolder } from './lib/store.ts'

const gzipBytes = (body: Buffer | string): number => gzipSync(body, { level: 9 }).byteLength

/**
 * JavaScript as gzip would send it, whatever was negotiated; fonts as they are. "Before idle" is
 * what was asked for before the page had been parsed, and every inline script.
 */
async function weigh(browser: Browser, name: string, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    const responses: { readonly response: Response; readonly isBeforeIdle: boolean }[] = []
    let isParsed = false
    page.on('domcontentloaded', () => (isParsed = true))
    // The worker's own too: it fetches what work without a network needs.
    let requests = 0
    context.on('request', () => (requests += 1))
    page.on('response', (response) => responses.push({ response, isBeforeIdle: !isParsed }))
    await page.goto(url, { waitUntil: 'networkidle' })
    // What waits for an idle moment has come once nothing was asked for a while.
    await page.waitForTimeout(2_000)
    await page.waitForLoadState('networkidle')
    for (let before = 0; before < requests;) {
      before = requests
      await page.waitForTimeout(2_000)
    }

    const inline = await page.evaluate(() =>
      [...document.scripts].filter((script) => script.src === '' && !/json/.test(script.type)).map((script) => script.text),
    )
    const sums = { early: inline.reduce((sum, text) => sum + gzipBytes(text), 0), scripts: 0, css: 0, fonts: 0, html: 0 }
    sums.scripts = sums.early
    for (const { response, isBeforeIdle } of responses) {
      const type = response.request().resourceType()
      if (response.status() !== 200 || response.fromServiceWorker()) continue
      const body = await response.body().catch(() => Buffer.alloc(0))
      if (type === 'script') {
        sums.scripts += gzipBytes(body)
        if (isBeforeIdle) sums.early += gzipBytes(body)
      }
      if (type === 'stylesheet') sums.css += gzipBytes(body)
      if (type === 'font') sums.fonts += body.byteLength
      if (type === 'document') sums.html += gzipBytes(body)
    }
    return Object.fromEntries([
      [`${name}ScriptBeforeIdleKiB`, KiB(sums.early)],
      [`${name}ScriptKiB`, KiB(sums.scripts)],
      [`${name}CssKiB`, KiB(sums.css)],
      [`${name}FontsKiB`, KiB(sums.fonts)],
      [`${name}HtmlKiB`, KiB(sums.html)],
      [`${name}Requests`, requests],
    ])
  } finally {
    await context.close()
  }
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'data')
  await makeDataDir(dataDir, { posts: 50, threads: [200], now: Date.now() })
  const product = await startProduct({ dataDir, settings: { SEED: 'off' } })
  const browser = await launchChromium()
  try {
    const front = await weigh(browser, 'front', `${product.origin}${links.front()}`)
    const post = await weigh(browser, 'post', `${product.origin}${links.post(postAddress(0))}`)
    report({ ...front, ...post })
  } finally {
    await browser.close()
    await product.kill()
  }
})
