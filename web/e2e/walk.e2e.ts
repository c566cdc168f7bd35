/** What a stranger does in the first quarter of an hour, on a phone, at a desk, and without scripting. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Reader, Site } from './support/browser.ts'
import { desk, phone, test } from './support/browser.ts'
import { openNewDesk, publishAtDesk, writeAtDesk } from './support/desk.ts'
import { alive, placesOf, signIn } from './support/places.ts'

const password = 'a quiet harbour at six'
const essay = 'It begins with *one* line.\n\n## Then a heading\n\nAnd a note.[^1]\n\n[^1]: The note itself.'

for (const [name, options] of [
  ['on a phone', { viewport: phone }],
  ['at a desk', { viewport: desk }],
  ['at a desk without scripting', { viewport: desk, javaScriptEnabled: false }],
] as const) {
  test(`a stranger reads, signs up, publishes and is answered, ${name}`, async ({ site }) => {
    const hasScript = !('javaScriptEnabled' in options)
    const { page } = await site.newReader(options)
    await read(page, site, hasScript)
    await signUp(page, 'Wilhelmina')
    await confirm(page, 'wilhelmina@mail.test')
    const post = await publish(page, hasScript)
    await answered(await site.newReader(options), post, hasScript)
    await page.goto(post)
    await page.getByText('A remark from somebody else.').waitFor()
    await expect.poll(() => page.locator('#comments-title').textContent()).toContain('1 comment')
    // Sums are gathered for a second before they reach the pages of others.
    await expect
      .poll(async () => (await page.reload()) !== null && page.locator('.vote.big .n').first().textContent(), { timeout: 15_000 })
      .toBe('2')
  })
}

test('the theme is chosen once and holds on the next page, before its first paint', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  await page.goto('/settings')
  await alive(page)
  await page.getByLabel('Dark', { exact: true }).check()
  const dark = await background(page)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.locator('h1').waitFor()
  expect(await background(page)).toBe(dark)
  const again = await reader.restart()
  await again.page.goto(`${site.origin}/`)
  expect(await background(again.page)).toBe(dark)
})

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

async function signUp(page: Page, userName: string): Promise<void> {
  await page.goto('/login?mode=signUp')
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('E-mail address').fill(`${userName.toLowerCase()}@mail.test`)
  await page.getByLabel('Password').fill(password)
  await page.locator('form[action$="accounts.signUp"] button').click()
  await page.waitForURL((url) => url.pathname === '/')
}

async function confirm(page: Page, address: string): Promise<void> {
  const row = page.locator('li', { hasText: address })
  // The mail leaves behind the answer.
  for (let tries = 0; tries < 50; tries += 1) {
    await page.goto('/dev/inbox')
    if ((await row.count()) > 0) break
  }
  await row.first().getByRole('link').click()
  await page.locator('pre a[href*="/emailToken/"]').click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your e-mail address is confirmed.').waitFor()
}

async function publish(page: Page, hasScript: boolean): Promise<string> {
  if (hasScript) {
    await openNewDesk(page)
    await writeAtDesk(page, 'A first essay', 'It begins with *one* line.\n## Then a heading\nAnd a last line.')
    await page.getByRole('heading', { name: 'Then a heading' }).waitFor()
    await publishAtDesk(page)
  } else {
    await page.goto('/newPost')
    await page.getByLabel('Title').fill('A first essay')
    await page.getByLabel('Text, in Markdown').fill(essay)
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
  await page.locator('#new-comment textarea').fill('A remark from somebody else.')
  await page.locator('#new-comment').getByRole('button', { name: 'Comment' }).click()
  await page.locator('[data-comment]', { hasText: 'A remark from somebody else.' }).waitFor()
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

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).backgroundColor)
}
