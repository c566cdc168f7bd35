/**
 * Texts come in from files and go out as files: in a worker, also without a network, and nothing
 * that is made to do harm does any.
 */
import { strToU8, unzipSync, zipSync } from 'fflate'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { docxOf } from '../../shared/formats/docx-out.ts'
import { markdownToDoc } from '../../shared/text/markdown-in.ts'
import { textOf, titleOf, untilState, wordsInEditor } from './support/editor-panel.ts'
import { accountOf, bytesOf, holds, rowsOf, visit } from './support/device.ts'
import { uploadsOf } from './support/picture.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'
import { test as pageTest } from './support/test-page.ts'

const files = (page: Page) => page.getByLabel('Choose files, or drop them here')
const makeDrafts = (page: Page) => page.getByRole('button', { name: /^Create \d+ drafts?$/u })

async function openImport(page: Page): Promise<void> {
  await page.goto('/import')
  await alive(page)
}

async function give(page: Page, ...given: readonly (readonly [string, Uint8Array | string])[]): Promise<void> {
  await files(page).setInputFiles(
    given.map(([name, content]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })),
  )
}

async function wordFile(title: string, markdown: string): Promise<Uint8Array> {
  const said = { kind: 'post', linkUrl: null, lang: 'en', dir: 'ltr', writtenOn: null, publishedAt: null, tags: [], address: null } as const
  const { doc } = markdownToDoc(markdown, 'essay')
  return (await docxOf({ ...said, id: 'x', title, authors: [], doc }, () => null, 'https://e.org')).bytes
}

/** Below the sum of its own directory, a thousand times larger than it is. */
const bomb = (): Uint8Array => zipSync({ 'a.md': new Uint8Array(30_000_000) }, { level: 9 })
const wordpress = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><item><title>From the blog</title><content:encoded><![CDATA[One.\n\nTwo.]]></content:encoded><wp:post_type>post</wp:post_type><wp:post_date>2019-05-06 07:08:09</wp:post_date></item></channel></rss>`

pageTest('one file takes long and is stopped; others become drafts, a bad one is named, and what is lost is listed', async ({ site }) => {
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  await openImport(page)
  // Some seconds of work: as many parts as a page may have, none of which is text. Stopped as soon
  // as it can be, while the file still comes from the disk: pressed from this process, it could end
  // before.
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      const stop = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Stop')
      if (stop === undefined) return
      observer.disconnect()
      stop.click()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await give(page, ['slow.html', `<p>${'<i>x</i>'.repeat(150_000)}`], ['good.md', '# Good\n\nText.'])
  await page.getByText('You stopped it.').first().waitFor()
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a6' } })
    .png()
    .toBuffer()
  const archive = zipSync({
    'n/tides.md': strToU8('---\ntitle: Tides\ntags: [Sea]\nmood: calm\n---\nWater.\n\n![A wave](wave.png)\n'),
    'n/wave.png': picture,
  })
  await give(
    page,
    ['notes.zip', archive],
    ['letter.docx', await wordFile('A letter', '## Dear\n\nYou[^1]\n\n[^1]: A note')],
    ['blog.xml', wordpress],
    ['bomb.zip', bomb()],
  )
  await page.getByText('too large when unpacked').waitFor()
  await page.getByText('"mood" of the front matter').waitFor({ state: 'attached' })
  await expect.poll(() => makeDrafts(page).textContent()).toBe('Create 3 drafts')
  await makeDrafts(page).click()
  await page.getByRole('heading', { name: '3 drafts created' }).waitFor()
  await page.getByRole('link', { name: 'Tides', exact: true }).click()
  await textOf(page).waitFor()
  await expect.poll(() => titleOf(page).inputValue()).toBe('Tides')
  await expect.poll(() => wordsInEditor(page)).toContain('Water.')
  await page.locator('.writing-text figure img').first().waitFor()
  await untilState(page, 'Saved')
  await expect
    .poll(() => rowsOf(site, 'writings').map((row) => row['title']))
    .toEqual(expect.arrayContaining(['Tides', 'A letter', 'From the blog']))
  await expect.poll(() => uploadsOf(site).length).toBe(1)

  // Its picture is WebP by now, which Word does not show.
  await page.locator('.editor-menu summary').click()
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await page.getByRole('radio', { name: /^Word/u }).check()
  const word = unzipSync(await made(page, 'tides.docx'))
  const [media = ''] = Object.keys(word).filter((name) => name.startsWith('word/media/'))
  expect(media).toMatch(/\.png$/u)
  expect((await sharp(word[media]).metadata()).width).toBe(40)
})

/** Presses the button and takes what is saved. */
async function made(page: Page, name: string): Promise<Uint8Array> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Create file' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(name)
  return bytesOf(download)
}

test('without a network a text comes in, goes out, and comes in again as it was', async ({ site }) => {
  const reader = await site.newReader({ as: 'lina' })
  await visit(reader.page, `${site.origin}/`)
  await holds(reader.page, `me:${(await accountOf(reader.page)) ?? ''}`)
  // What reads and writes files comes with the first visit that the worker answers for, if one
  // stays that long, and is kept.
  const keepsTools = async (): Promise<boolean> => {
    await reader.page.goto(`${site.origin}/import`)
    try {
      await expect.poll(() => reader.page.evaluate(keptTools)).toBe(true)
      return true
    } catch {
      return false
    }
  }
  await expect.poll(keepsTools).toBe(true)
  await site.goOffline()
  const { page } = await reader.restart()
  await openImport(page)
  const markdown = '---\ntitle: Written far away\nlang: en\n---\n\n## Part\n\nA *word*, and a formula $x^2$.\n\n- one\n- two\n'
  await give(page, ['far.md', markdown], ['other.md', '# Another\n\nText.'])
  await expect.poll(() => makeDrafts(page).textContent()).toBe('Create 2 drafts')
  await makeDrafts(page).click()
  await page.getByRole('heading', { name: '2 drafts created' }).waitFor()

  await page.goto('/export')
  await alive(page)
  await page.getByRole('button', { name: 'Select none' }).click()
  await page.getByLabel(/^Written far away/u).check()
  const saved = new Map<string, Uint8Array>()
  for (const [format, ending] of [
    ['Markdown', 'zip'],
    ['HTML', 'html'],
    ['Word', 'docx'],
    ['EPUB', 'epub'],
  ] as const) {
    await page.getByRole('radio', { name: new RegExp(`^${format}`, 'u') }).check()
    saved.set(format, await made(page, `written-far-away.${ending}`))
  }
  const archive = saved.get('Markdown') ?? new Uint8Array()
  expect(Buffer.from(unzipSync(archive)['written-far-away.md'] ?? []).toString()).toBe(markdown)

  await openImport(page)
  for (const [format, name] of [
    ['Markdown', 'a.zip'],
    ['HTML', 'a.html'],
    ['Word', 'a.docx'],
  ] as const)
    await give(page, [name, saved.get(format) ?? ''])
  await expect.poll(() => makeDrafts(page).textContent()).toBe('Create 3 drafts')
  await expect
    .poll(() => page.locator('.exchange-text .row-title').allTextContents())
    .toEqual(Array.from({ length: 3 }, () => 'Written far away'))
  expect(await page.locator('.lost-list').count()).toBe(0)
})

/** Whole: an entry is listed while its body is still being written. */
async function keptTools(): Promise<boolean> {
  const cache = await caches.open('tools')
  const [kept] = await cache.matchAll()
  return kept !== undefined && (await kept.blob()).size === (await (await fetch(kept.url)).blob()).size
}
