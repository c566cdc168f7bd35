// From a key to its letter on the screen, in a text of 30,000 words on a processor slowed four
// times: the editor as it is used, with its server.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { links } from '#shared/links.ts'
import { revisions } from '#shared/posts/schema.ts'
import { idOf } from '#shared/testing/factories.ts'
import { openStore } from '#server/store/open-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { startProduct } from '../scripts/product.ts'
import { makeDrafts } from '../simulation/documents/testing/drafts.ts'
import type { BareBlock } from './lib/bare-editor-page.ts'
import { openBareEditor } from './lib/bare-editor.ts'
import { report, round } from './lib/figures.ts'
import { prose } from './lib/prose.ts'
import { withFolder } from './lib/store.ts'

const words = 30_000
const wordsOfBlock = 100
const keys = 200
/** A quick typist. */
const keyEveryMs = 120
const slowness = 4

function blocks(): readonly BareBlock[] {
  return Array.from({ length: words / wordsOfBlock }, (_none, n) => ({ isHeading: n % 20 === 0, text: prose(n, wordsOfBlock) }))
}

async function makeLongDraft(dataDir: string): Promise<{ readonly postId: string; readonly cookie: string }> {
  const [draft] = await makeDrafts({ databaseUrl: null, dataDir }, 1)
  if (draft === undefined) throw new Error('no draft')
  const store = await openStore({ databaseUrl: null, dataDir }, serverRegistry.tables, serverRegistry.migrations)
  const content = blocks().map(({ isHeading, text: written }) => {
    const text = [{ type: 'text' as const, text: written }]
    return isHeading ? { type: 'heading' as const, attrs: { level: 2 }, content: text } : { type: 'paragraph' as const, content: text }
  })
  try {
    await store.write(async ({ tx }) => {
      const revision = await tx.get(revisions, idOf(20_000))
      if (revision !== undefined) await tx.put(revisions, { ...revision, body: { type: 'doc', content }, wordCount: words })
    })
  } finally {
    await store.close()
  }
  return { postId: draft.room.slice('post:'.length), cookie: draft.authors[0].cookie }
}

/** Runs in the page: how long each key took until the browser had painted what came of it. */
function watchKeys(): void {
  const took: number[] = []
  Reflect.set(window, 'keysTook', took)
  addEventListener(
    'keydown',
    (event) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        // After the frame that begins now.
        port1.onmessage = () => took.push(performance.now() - event.timeStamp)
        port2.postMessage(null)
      })
    },
    { capture: true },
  )
}

async function typeIn(page: Page): Promise<readonly number[]> {
  await page.evaluate(watchKeys)
  const typed = 'and so it goes on for a while, '
  for (let n = 0; n < keys; n += 1) {
    const startedAt = performance.now()
    await page.keyboard.press(typed.charAt(n % typed.length) === ' ' ? 'Space' : typed.charAt(n % typed.length))
    await page.waitForTimeout(Math.max(0, keyEveryMs - (performance.now() - startedAt)))
  }
  await page.waitForTimeout(1_000)
  const took: readonly number[] = await page.evaluate(() => Reflect.get(window, 'keysTook'))
  return took.toSorted((a, b) => a - b)
}

/**
 * In the middle and at the end. @param side behind the names of the figures: whose they are,
 * nothing for ours
 */
async function measure(page: Page, side: string, figures: Record<string, number>): Promise<void> {
  const text = page.locator('[role="textbox"][contenteditable="true"]')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  for (const [place, block] of [
    ['middle', words / wordsOfBlock / 2 + 3],
    ['end', words / wordsOfBlock - 1],
  ] as const) {
    const paragraph = text.locator('> *').nth(block)
    await paragraph.scrollIntoViewIfNeeded()
    await paragraph.click({ delay: 40 })
    await page.keyboard.press('End')
    await page.waitForTimeout(2_000)
    const took = await typeIn(page)
    const at = (part: number): number => round(took[Math.floor(took.length * part)] ?? 0)
    const [p50, p95] = [at(0.5), at(0.95)]
    figures[`${place}_p50${side}`] = p50
    figures[`${place}_p95${side}`] = p95
    console.log(
      `  measured: ${place}${side === '' ? '' : ` in ${side}`} ${took.length} keys, ${p50} and ${p95} ms, at most ${round(took.at(-1) ?? 0)}`,
    )
  }
}

await withFolder(async (folder) => {
  const dataDir = join(folder, 'data')
  const { postId, cookie } = await makeLongDraft(dataDir)
  const product = await startProduct({ dataDir, settings: { SEED: 'off' } })
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: product.origin }])
    const page = await context.newPage()
    await page.goto(`${product.origin}${links.editPost(postId)}`)
    const text = page.locator('.writing-editor [role="textbox"][contenteditable="true"]')
    await text.waitFor({ timeout: 30_000 })
    await text
      .locator('> *')
      .nth(words / wordsOfBlock - 1)
      .waitFor()
    await page.waitForTimeout(3_000)
    const figures: Record<string, number> = {}
    await measure(page, '', figures)
    await context.close()
    for (const [kind, side] of [
      ['openProseMirror', 'ProseMirror'],
      ['openNoEditor', 'NoEditor'],
    ] as const) {
      const bare = await openBareEditor(browser, kind, blocks())
      await measure(bare, side, figures)
      await bare.context().close()
      for (const place of ['middle', 'end']) {
        figures[`${place}_p95Ratio${side}`] = round((figures[`${place}_p95`] ?? 0) / (figures[`${place}_p95${side}`] ?? 1))
      }
    }
    report(figures)
  } finally {
    await browser.close()
    await product.kill()
  }
})
