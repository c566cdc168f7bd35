/**
 * What follows a reader through a text: contents, notes, their place, cards, keys, settings,
 * listening, paper; on a desktop, on a phone, without a network.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { visit } from './support/device.ts'
import { alive, placesOf, pressKey } from './support/places.ts'
import { test as deviceTest } from './support/test-device.ts'
import { test } from './support/test-reading.ts'

/** The bar beside the contents is made by the part that comes last of all. */
const awake = (page: Page) => page.locator('.rail.toc .toc-bar').waitFor({ state: 'attached' })

/** An essay with notes, headings and a few comments. */
const noted = async (site: Site): Promise<string> => (await fetch(`${site.origin}/posts/slug/the-coffee-tin`)).url

test('the contents say where one is, in the text and in the discussion, and lead there; the text is read aloud', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  await page.addInitScript(() => {
    const said: string[] = []
    let last: SpeechSynthesisUtterance | null = null
    Object.assign(window, { said, endSentence: () => last?.onend?.(new Event('end') as SpeechSynthesisEvent) })
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        cancel: () => undefined,
        getVoices: () => [],
        speak: (one: SpeechSynthesisUtterance) => {
          last = one
          said.push(one.text)
        },
      },
    })
  })
  await page.goto(essay)
  await awake(page)
  const rail = page.locator('.rail.toc')
  expect(await rail.locator('.toc-head').textContent()).toMatch(/^Contents · \d+ min left$/u)
  const second = rail.locator('ol:not(.toc-discussion) > li:not(.toc-bar) > a').nth(2)
  await second.click()
  await expect.poll(() => second.getAttribute('aria-current')).toBe('true')
  const seen = rail.locator('.toc-seen')
  await expect
    .poll(async () => {
      const [bar, entry] = [await seen.boundingBox(), await second.boundingBox()]
      return bar === null || entry === null ? null : Math.abs(bar.y - entry.y) < 24 && bar.height >= 10
    })
    .toBe(true)
  await page.locator('#comments').evaluate((discussion) => discussion.scrollIntoView())
  const discussion = rail.locator('.toc-discussion')
  await discussion.waitFor()
  expect(await rail.locator('ol').first().isVisible()).toBe(false)
  const threads = await page.locator('#comments .thread > li[data-comment]').count()
  expect(await discussion.locator('li').count()).toBeGreaterThan(threads)
  await discussion.locator('a').last().click()
  await expect.poll(() => discussion.locator('a[aria-current]').count()).toBe(1)
  await discussion.getByRole('link', { name: 'Back to post' }).click()
  await expect.poll(() => rail.locator('ol').first().isVisible()).toBe(true)

  // It is read aloud, sentence by sentence, each marked.
  await page.evaluate(() => scrollTo(0, 0))
  await page.locator('.byline-row summary').click()
  await page.locator('.listen-word').click()
  const bar = page.getByRole('region', { name: 'Listening' })
  await bar.waitFor()
  const said = () => page.evaluate(() => (window as unknown as { readonly said: readonly string[] }).said)
  await expect.poll(async () => (await said()).length).toBe(1)
  await page.evaluate(() => (window as unknown as { readonly endSentence: () => void }).endSentence())
  await expect.poll(async () => (await said()).length).toBe(2)
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map(String).join(''))
  expect((await marked()).replaceAll(/\s+/gu, ' ')).toBe((await said())[1])
  await bar.getByRole('button', { name: 'Pause' }).click()
  await bar.getByRole('button', { name: 'Resume' }).waitFor()
  await bar.getByLabel('Speed').selectOption('1.5')
  await bar.getByRole('button', { name: 'Stop' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await marked()).toBe('')
})

deviceTest(
  'a note opens by pointing, by focus and by Enter, whole; Escape closes it where it was called; cards say what a link leads to, from this device when there is no network; on paper all notes stand at the end',
  async ({ site }) => {
    const essay = await noted(site)
    // Too narrow for notes beside the text.
    const reader = await site.newReader({ as: 'lina', viewport: { width: 1100, height: 800 } })
    const { page } = reader
    await visit(page, essay)
    await awake(page)
    const call = page.locator('#text a.fn').first()
    const note = page.locator('.essay-note')
    await call.hover()
    await note.waitFor()
    expect(await note.textContent()).not.toContain('↩')
    await page.mouse.move(5, 5)
    await note.waitFor({ state: 'detached' })
    reader.expectProblems(/ERR_INTERNET_DISCONNECTED/u)
    await page.context().setOffline(true)
    await pressKey(page, 'f')
    await note.waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => note.evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('fn')
    await page.context().setOffline(false)

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.mouse.move(5, 5)
    await call.click()
    // It stands in the margin: it is marked there.
    await page.locator('#text .side.called').first().waitFor()
    expect(await note.count()).toBe(0)

    // Cards say what a link leads to, from this device when there is no network.
    const card = page.locator('.float.card')
    await page.locator('.byline a[href^="/users/"]').first().hover()
    await expect.poll(() => card.textContent()).toMatch(/karma/u)
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await page.mouse.move(5, 5)
    await page.locator('.post-head .tags a[data-tag]').first().hover()
    await expect.poll(() => card.textContent()).toMatch(/posts?/u)
    await page.mouse.move(5, 5)
    await card.waitFor({ state: 'detached' })
    await page.context().setOffline(true)
    const own = page.locator('#comments .c-head a.by').first()
    await expect
      .poll(async () => {
        await page.mouse.move(5, 5)
        await own.hover()
        return card.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        )
      })
      .toBe(true)
    expect(await card.textContent()).toMatch(/since/u)
    await page.mouse.move(5, 5)
    await page.context().setOffline(false)

    // On paper there is the text, its notes and its links at the end, and nothing else.
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    expect(await page.locator('.endnotes').isVisible()).toBe(true)
    expect(await page.locator('.print-links').isVisible()).toBe(true)
    for (const unwanted of ['.top', '.rail', '.bottom', '#comments', '.code-bar', '.side'])
      expect(await page.locator(unwanted).first().isVisible(), unwanted).toBe(false)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await page.locator('.print-links').count()).toBe(0)
  },
)

test('keys do what they say, rest while one writes, can be changed and turned off', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  await page.goto(essay)
  await awake(page)
  const sheet = page.locator('dialog.key-sheet')
  await pressKey(page, '?')
  await expect.poll(() => sheet.locator('kbd').count()).toBeGreaterThan(25)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('article.c') ?? false)).toBe(true)
  const first = await page.evaluate(() => document.activeElement?.closest('li')?.id)
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.id)).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.id)).toBe(first)
  await page.locator('#new-comment textarea').click()
  await page.keyboard.type('jk?D')
  await expect.poll(() => page.locator('#new-comment textarea').inputValue()).toBe('jk?D')
  expect(await sheet.count()).toBe(0)
  await page.locator('#new-comment textarea').fill('')

  await page.goto('/settings')
  await alive(page)
  const field = page.getByLabel('Switch light or dark')
  await field.fill('j')
  await page.getByText('“j” is: Next post or comment').waitFor()
  await field.fill('q')
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).click()
  await pressKey(page, 'q')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBeDefined()
  await page.getByLabel('Enable single-key shortcuts').uncheck()
  await page.getByRole('heading', { name: 'Keyboard shortcuts' }).click()
  await page.keyboard.press('?')
  await page.reload()
  await alive(page)
  expect(await page.getByLabel('Enable single-key shortcuts').isChecked()).toBe(false)
  expect(await sheet.count()).toBe(0)
})

test('on a phone: contents in a sheet, notes by tap, a share sheet that is asked for by the address', async ({ site }) => {
  const essay = await noted(site)
  const { page } = await site.newReader({ viewport: phone })
  await page.goto(`${essay}?sharePopup=true`)
  const share = page.locator('dialog.share-sheet')
  await share.waitFor()
  expect(page.url()).toBe(essay)
  expect(await share.getByLabel('Post URL').inputValue()).toBe(essay)
  expect(await share.getByRole('link').allTextContents()).toEqual(['Email', 'Bluesky', 'Mastodon'])
  await share.getByRole('button', { name: 'Close' }).click()
  await awake(page)
  const line = page.locator('.read-line')
  await expect
    .poll(async () => {
      // From the same place each time: a slow machine must not be led out of the essay's end.
      await page.evaluate(() => scrollTo(0, 900))
      await page.mouse.wheel(0, -120)
      // The wheel is answered a moment later.
      await page.waitForTimeout(300)
      return line.isVisible()
    })
    .toBe(true)
  expect(await line.textContent()).toMatch(/^Contents\d+ min left$/u)
  await line.getByRole('button', { name: 'Contents' }).click()
  const sheet = page.locator('dialog.contents-sheet')
  await sheet.waitFor()
  await sheet.getByRole('link').nth(2).click()
  await sheet.waitFor({ state: 'detached' })
  const call = page.locator('#text a.fn').first()
  await call.click()
  const note = page.locator('.essay-note')
  await note.waitFor()
  await page.locator('#post-title').click({ force: true, position: { x: 2, y: 2 } })
  await note.waitFor({ state: 'detached' })
})
