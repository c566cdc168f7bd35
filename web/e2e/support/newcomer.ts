/** What a stranger does in the first quarter of an hour. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Reader, ReaderOptions, Site } from './browser.ts'
import { openNewEditor, publishFromEditor, writeInEditor } from './editor-panel.ts'
import { alive, placesOf, signIn } from './places.ts'

const password = 'a quiet harbour at six'
const essay = 'It begins with *one* line.\n\n## Then a heading\n\nAnd a note.[^1]\n\n[^1]: The note itself.'

/** Reads, signs up, publishes and is answered. */
export async function firstQuarterOfAnHour(site: Site, options: ReaderOptions): Promise<void> {
  const hasScript = options.javaScriptEnabled !== false
  const { page } = await site.newReader(options)
  await read(page, site, hasScript)
  const address = await signUp(page, 'Wilhelmina')
  await openInInbox(page, address)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your email address is confirmed.').waitFor()
  const post = await publish(page, hasScript)
  await answered(await site.newReader(options), post, hasScript)
  await page.goto(post)
  await page.getByText('An inline comment from somebody else.').waitFor()
  await expect.poll(() => page.locator('#comments-title').textContent()).toContain('1 comment')
  // Sums are gathered for a second before they reach the pages of others.
  await expect
    .poll(async () => (await page.reload()) !== null && page.locator('.vote.big .n').first().textContent(), { timeout: 15_000 })
    .toBe('2')
}

async function read(page: Page, site: Site, hasScript: boolean): Promise<void> {
  await page.goto('/')
  if (hasScript) await alive(page)
  await page.getByRole('link', { name: 'The slow clock' }).first().click()
  await page.waitForURL(/\/posts\/[0-9a-z]{26}\/the-slow-clock/u)
  await page.locator('#text p').first().waitFor()
  // A page that was come to by a link draws its first comments first.
  await expect.poll(() => page.locator('[data-comment]').count()).toBeGreaterThan(300)
  // A comment by its own address, and back.
  const { permalink, commentId } = await placesOf(site)
  await page.goto(permalink)
  await page.getByText('See in context').click()
  await page.waitForURL(new RegExp(`#${commentId}$`, 'u'))
  await page.locator(`[id="${commentId}"]`).waitFor()
}

/** @returns the email address. */
async function signUp(page: Page, userName: string): Promise<string> {
  const address = `${userName.toLowerCase()}@mail.test`
  await page.goto('/login?mode=signUp')
  await page.getByLabel('Username', { exact: true }).fill(userName)
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Password').fill(password)
  await page.locator('form[action$="accounts.signUp"] button').click()
  await page.waitForURL((url) => url.pathname === '/welcome')
  return address
}

async function openInInbox(page: Page, address: string): Promise<void> {
  const row = page.locator('li', { hasText: address })
  // The mail leaves behind the answer.
  for (let tries = 0; tries < 50; tries += 1) {
    await page.goto('/dev/inbox')
    if ((await row.count()) > 0) break
  }
  await row.first().getByRole('link').click()
  await page.locator('pre a[href*="/emailToken/"]').click()
}

async function publish(page: Page, hasScript: boolean): Promise<string> {
  if (hasScript) {
    await openNewEditor(page)
    await writeInEditor(page, 'A first essay', 'It begins with *one* line.\n## Then a heading\nAnd a last line.')
    await page.getByRole('heading', { name: 'Then a heading' }).waitFor()
    await publishFromEditor(page)
  } else {
    await page.goto('/newPost')
    await page.getByLabel('Title').fill('A first essay')
    await page.getByLabel('Text (Markdown)').fill(essay)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: 'Then a heading' }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
  }
  await page.waitForURL(/\/posts\/[0-9a-z]{26}\/a-first-essay/u)
  await page.getByRole('heading', { name: 'A first essay' }).first().waitFor()
  return page.url()
}

async function answered({ page }: Reader, post: string, hasScript: boolean): Promise<void> {
  await signIn(page, 'lina')
  await page.goto(post)
  if (hasScript) await alive(page)
  await page.locator('#new-comment textarea').fill('An inline comment from somebody else.')
  await page.locator('#new-comment').getByRole('button', { name: 'Comment' }).click()
  await page.locator('[data-comment]', { hasText: 'An inline comment from somebody else.' }).waitFor()
  // The post's own control, below the text.
  await page.locator('.vote.big').first().getByRole('button', { name: 'Vote up' }).click()
  if (hasScript) {
    await page.locator('.vote.big').first().locator('button[aria-pressed="true"]').waitFor()
    await page.waitForLoadState('networkidle')
  } else {
    await page.getByRole('heading', { name: 'Your vote' }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Up', exact: true }).getAttribute('aria-pressed')).toBe('true')
  }
}
