// What typing costs without us: the same text in ProseMirror alone, and in a plain contenteditable
// that no script looks after.
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import type { BareBlock } from './bare-editor-page.ts'

export type BareKind = 'openProseMirror' | 'openNoEditor'

let script: Promise<string> | null = null

async function built(): Promise<string> {
  const input = new URL('bare-editor-page.ts', import.meta.url).pathname
  const output = await build({ configFile: false, logLevel: 'warn', build: { write: false, rolldownOptions: { input } } })
  const [one] = Array.isArray(output) ? output : [output]
  const chunk = one !== undefined && 'output' in one ? one.output.find(({ type }) => type === 'chunk') : undefined
  if (chunk?.type !== 'chunk') throw new Error('the bare editor was not built')
  return chunk.code
}

/** A page of its own with that text in it. */
export async function openBareEditor(browser: Browser, kind: BareKind, blocks: readonly BareBlock[]): Promise<Page> {
  script ??= built()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.setContent('<!doctype html><style>body { max-width: 36em; margin: auto; font: 18px/1.6 serif }</style>')
  await page.addScriptTag({ content: await script, type: 'module' })
  await page.waitForFunction((name) => typeof Reflect.get(window, name) === 'function', kind)
  await page.evaluate(([name, all]) => (Reflect.get(window, name) as (given: unknown) => void)(all), [kind, blocks] as const)
  return page
}
