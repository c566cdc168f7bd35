/** What follows a reader through a text: contents, notes, their place, cards, keys, settings, listening, paper; at a desk, on a phone, without a network. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Reader, Site } from './support/browser.ts'
import { itemsInDevice, rowsOf, until, visit } from './support/device.ts'
import { look, lookHere } from './support/looks.ts'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

/** The bar beside the contents is made by the part that comes last of all. */
const awake = (page: Page) => page.locator('.rail.toc .toc-bar').waitFor({ state: 'attached' })

/** An essay with notes, headings and a few comments. */
const noted = async (site: Site): Promise<string> => (await fetch(`${site.origin}/posts/slug/the-coffee-tin`)).url

const blocks = '#text :is(p, h2, h3, li, pre, figure):not(.side, .endnotes *)'

/** Index among the blocks of the text of the one at the reading line. */
const blockAtLine = (page: Page): Promise<number> =>
  page.evaluate(
    (selector) => [...document.querySelectorAll(selector)].findIndex((block) => block.getBoundingClientRect().bottom > 73),
    blocks,
  )

const scrollToBlock = (page: Page, at: number) =>
  page.evaluate(
    ([selector, index]) => {
      const block = document.querySelectorAll(selector)[index]
      if (block !== undefined) scrollTo(0, scrollY + block.getBoundingClientRect().top - 60)
    },
    [blocks, at] as const,
  )

async function press(page: Page, key: string, until: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      if (await until()) return true
      await page.keyboard.press(key)
      return until()
    })
    .toBe(true)
}

test('the contents say where one is, in the text and in the discussion, and lead there', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  await page.goto(essay)
  await awake(page)
  const rail = page.locator('.rail.toc')
  expect(await rail.locator('.toc-head').textContent()).toMatch(/^Contents · \d+ min left$/u)
  const second = rail.locator('ol:not(.toc-talk) > li:not(.toc-bar) > a').nth(2)
  await second.click()
  await expect.poll(() => second.getAttribute('aria-current')).toBe('true')
  const seen = rail.locator('.toc-seen')
  await expect
    .poll(async () => {
      const [bar, entry] = [await seen.boundingBox(), await second.boundingBox()]
      return bar === null || entry === null ? null : Math.abs(bar.y - entry.y) < 24 && bar.height >= 10
    })
    .toBe(true)
  await page.locator('#comments').evaluate((talk) => talk.scrollIntoView())
  const talk = rail.locator('.toc-talk')
  await talk.waitFor()
  expect(await rail.locator('ol').first().isVisible()).toBe(false)
  const threads = await page.locator('#comments .thread > li[data-comment]').count()
  expect(await talk.locator('li').count()).toBeGreaterThan(threads)
  await talk.locator('a').last().click()
  await expect.poll(() => talk.locator('a[aria-current]').count()).toBe(1)
  await talk.getByRole('link', { name: 'To the text' }).click()
  await expect.poll(() => rail.locator('ol').first().isVisible()).toBe(true)
})

test('a note opens by pointing, by focus and by Enter, whole; Escape closes it where it was called; offline too', async ({ site }) => {
  const essay = await noted(site)
  // Too narrow for notes beside the text.
  const reader = await site.newReader({ viewport: { width: 1100, height: 800 } })
  const { page } = reader
  await page.goto(essay)
  await awake(page)
  const call = page.locator('#text a.fn').first()
  const note = page.locator('.essay-note')
  await call.hover()
  await note.waitFor()
  expect(await note.textContent()).not.toContain('↩')
  await page.mouse.move(5, 5)
  await note.waitFor({ state: 'detached' })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  reader.expectProblems(/ERR_INTERNET_DISCONNECTED/u)
  await page.context().setOffline(true)
  await press(page, 'f', () => note.isVisible())
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
})

const lastKept = async (page: Page): Promise<number> => {
  const rows = await itemsInDevice(page, 'reading_places')
  return Math.max(0, ...rows.map((item) => Number(JSON.stringify(item).match(/"keptAt":(\d+)/u)?.[1] ?? 0)))
}

test('a place is found again in other type and width, offered and never forced; a stranger’s on this device', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  let keptAt = 0
  for (const [at, size, width] of [
    [9, '2', 1440],
    [12, '4', 900],
    [10, '1', 390],
    [8, '5', 1440],
  ] as const) {
    await visit(page, essay)
    await awake(page)
    const offer = page.locator('.go-on')
    if (keptAt !== 0) {
      await offer.waitFor()
      await offer.getByRole('button', { name: /^No/u }).click()
    }
    await page.mouse.wheel(0, 10)
    await scrollToBlock(page, at)
    const here = await blockAtLine(page)
    await until(async () => (await lastKept(page)) > keptAt, 'the place is kept')
    keptAt = await lastKept(page)
    await page.evaluate((value) => localStorage.setItem('look', JSON.stringify({ size: value })), size)
    await page.setViewportSize({ width, height: 844 })
    await page.goto('about:blank')
    await visit(page, essay)
    await offer.waitFor()
    expect(await page.evaluate(() => scrollY)).toBeLessThan(200)
    await offer.getByRole('button', { name: /^Continue/u }).click()
    expect(Math.abs((await blockAtLine(page)) - here), `paragraph ${here} at size ${size}, ${width} px`).toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.evaluate(() => localStorage.removeItem('look'))
  }
})

test('a member goes on where they stopped on another device, which also looks as they like it', async ({ site }) => {
  const { essay } = await placesOf(site)
  const first = await site.newReader()
  await signIn(first.page, 'lina')
  await visit(first.page, essay)
  await awake(first.page)
  await press(first.page, 'D', async () => (await theme(first)) === 'dark')
  await first.page.mouse.wheel(0, 10)
  await scrollToBlock(first.page, 10)
  const here = await blockAtLine(first.page)
  await until(
    async () => rowsOf(site, 'reading_places').length + rowsOf(site, 'reader_settings').length === 2,
    'the server has heard of it',
  )
  const second = await site.newReader({ viewport: phone })
  await signIn(second.page, 'lina')
  await visit(second.page, essay)
  await second.page
    .locator('.go-on')
    .getByRole('button', { name: /^Continue/u })
    .click()
  expect(Math.abs((await blockAtLine(second.page)) - here)).toBeLessThanOrEqual(1)
  await expect.poll(() => theme(second)).toBe('dark')
})

const theme = ({ page }: Reader) => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'system')

test('cards say what a link leads to, from this device when there is no network', async ({ site }) => {
  const { essay } = await placesOf(site)
  const reader = await site.newReader()
  const { page } = reader
  await signIn(page, 'lina')
  await visit(page, essay)
  await awake(page)
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
  reader.expectProblems(/ERR_INTERNET_DISCONNECTED/u)
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
  await page.context().setOffline(false)
})

test('keys do what they say, rest while one writes, can be changed and turned off', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  await page.goto(essay)
  await awake(page)
  const sheet = page.locator('dialog.key-sheet')
  await press(page, '?', () => sheet.isVisible())
  expect(await sheet.locator('kbd').count()).toBeGreaterThan(25)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('article.c') ?? false)).toBe(true)
  const first = await page.evaluate(() => document.activeElement?.closest('li')?.id)
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.id)).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.id)).toBe(first)
  await page.keyboard.press('+')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['size'])).toBe('3')
  await page.keyboard.press('0')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['size'] ?? '2')).toBe('2')
  await page.locator('#new-comment textarea').click()
  await page.keyboard.type('jk?D')
  expect(await page.locator('#new-comment textarea').inputValue()).toBe('jk?D')
  expect(await sheet.count()).toBe(0)
  await page.locator('#new-comment textarea').fill('')

  await page.goto('/settings')
  await alive(page)
  const field = page.getByLabel('Light or dark')
  await field.fill('j')
  await page.getByText('“j” is: Next post or comment').waitFor()
  await field.fill('q')
  await page.getByRole('heading', { name: 'Keys' }).click()
  await press(page, 'q', async () => (await page.evaluate(() => document.documentElement.dataset['theme'])) !== undefined)
  await page.getByLabel('Single keys do something').uncheck()
  await page.getByRole('heading', { name: 'Keys' }).click()
  await page.keyboard.press('?')
  await page.reload()
  await alive(page)
  expect(await page.getByLabel('Single keys do something').isChecked()).toBe(false)
  expect(await sheet.count()).toBe(0)
})

test('g and a second key lead through the site', async ({ site }) => {
  const { page } = await site.newReader()
  await page.goto('/about')
  await alive(page)
  await expect
    .poll(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('h')
      return new URL(page.url()).pathname
    })
    .toBe('/')
})

test('a text is read aloud, sentence by sentence, each marked', async ({ site }) => {
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
  await bar.getByRole('button', { name: 'Go on' }).waitFor()
  await bar.getByLabel('Speed').selectOption('1.5')
  await bar.getByRole('button', { name: 'Stop' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await marked()).toBe('')
})

test('on paper there is the text, its notes and its links at the end, and nothing else', async ({ site }) => {
  const essay = await noted(site)
  const { page } = await site.newReader()
  await page.goto(essay)
  await awake(page)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await page.locator('.endnotes').isVisible()).toBe(true)
  expect(await page.locator('.print-links').isVisible()).toBe(true)
  for (const unwanted of ['.top', '.rail', '.bottom', '.foot', '#comments', '.code-bar', '.side'])
    expect(await page.locator(unwanted).first().isVisible(), unwanted).toBe(false)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await page.locator('.print-links').count()).toBe(0)
})

test('on a phone: contents in a sheet, notes by tap, a share sheet that is asked for by the address', async ({ site }) => {
  const essay = await noted(site)
  const { page } = await site.newReader({ viewport: phone })
  await page.goto(`${essay}?sharePopup=true`)
  const share = page.locator('dialog.share-sheet')
  await share.waitFor()
  expect(page.url()).toBe(essay)
  expect(await share.getByLabel('Address of the post').inputValue()).toBe(essay)
  expect(await share.getByRole('link').allTextContents()).toEqual(['E-mail', 'Bluesky', 'Mastodon'])
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

test('looks right with all of it open, in every theme and size', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  const findings: string[] = []
  findings.push(...(await look(page, 'settings with keys', '/settings', 'brief')))
  await page.goto(essay)
  await awake(page)
  await press(page, '?', () => page.locator('dialog.key-sheet').isVisible())
  findings.push(...(await lookHere(page, 'keys', 'brief')))
  await page.goto(essay)
  await awake(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.locator('dialog.share-sheet').waitFor()
  findings.push(...(await lookHere(page, 'share', 'brief')))
  await page.goto(essay)
  await awake(page)
  await page.locator('.listen-word').click()
  await page.getByRole('region', { name: 'Listening' }).waitFor()
  await page.evaluate(() => scrollTo(0, 1_500))
  findings.push(...(await lookHere(page, 'listening', 'brief')))
  expect(findings).toEqual([])
})
