/**
 * Two people in one discussion: what one says comes to the other at once, and moves nothing that is
 * being read.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { allSent, until, visit } from './support/device.ts'
import { placesOf, pressKey, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'
import { commentWith, reply, sendComment, shoot } from './support/thread.ts'

const words = 'Said while somebody else was reading. 漢字.'

test('a comment arrives at the other reader by itself, nothing moves, and it comes in when it is asked for; what comes later is counted and marked at the next visit, and one jumps through it', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const writer = await site.newReader()
  const reader = await site.newReader()
  await signIn(writer.page, 'yusuf')
  await signIn(reader.page, 'lina')
  await visit(writer.page, essay)
  await visit(reader.page, essay)
  await until(async () => (await reader.page.locator('.new-since').count()) === 0, 'nothing is new at the first visit')
  // In the middle of the discussion, below the comment that will be answered.
  const answered = writer.page.locator('#comments article.c').nth(1)
  await reader.page.locator('#comments article.c').nth(6).scrollIntoViewIfNeeded()
  await settle(reader.page)
  const seen = await watchPlaces(reader.page)
  await writer.page.bringToFront()
  await answered.locator('.c-reply').click()
  const form = writer.page.locator('form.compose:not(#new-comment)')
  await form.locator('textarea').fill(words)
  const arrived = reader.page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          const line = document.querySelector('.arrivals')
          if (line?.textContent?.includes('new comment') === true) resolve()
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
  await form.getByRole('button', { name: 'Reply', exact: true }).click()
  await arrived
  await settle(reader.page)
  expect(await seen()).toEqual([])
  expect(await commentWith(reader.page, words).count()).toBe(0)
  await shoot(reader.page, 'live-arrived')
  await reader.page.locator('.arrivals').getByRole('button', { name: 'Show' }).click()
  await commentWith(reader.page, words).waitFor()
  await settle(reader.page)
  await shoot(reader.page, 'live-shown')
  expect(
    await commentWith(reader.page, words).evaluate(
      (article) => article === document.activeElement || article.contains(document.activeElement),
    ),
  ).toBe(true)

  await allSent(reader.page)
  await reader.page.goto(`${site.origin}/about`)
  await sendComment(writer.page, `${words} One.`)
  await reply(writer.page, writer.page.locator('#comments article.c').nth(2), `${words} Two.`)
  await allSent(writer.page)
  await visit(reader.page, essay)
  await reader.page.getByText('2 new').waitFor()
  for (const one of ['One.', 'Two.'])
    await commentWith(reader.page, `${words} ${one}`).locator('.state', { hasText: 'new' }).waitFor({ state: 'attached' })
  await shoot(reader.page, 'live-new-since')
  await reader.page.getByRole('button', { name: 'Next new' }).click()
  const first = await focused(reader.page)
  await pressKey(reader.page, 'n')
  const second = await focused(reader.page, first)
  expect([first, second].map((text) => /One\.|Two\./u.exec(text)?.[0]).toSorted()).toEqual(['One.', 'Two.'])
  await shoot(reader.page, 'live-jumped')
  // Seen once, they are not new the next time.
  await allSent(reader.page)
  await reader.page.goto(`${site.origin}/about`)
  await visit(reader.page, essay)
  await expect.poll(() => reader.page.locator('.new-since').innerText()).toContain('Nothing new')
  expect(await reader.page.locator('#comments .c.new').count()).toBe(0)
})

/** The comment that has the focus, once it is another than before. */
async function focused(page: Page, before = ''): Promise<string> {
  const words = () => page.evaluate(() => document.activeElement?.closest('article.c')?.textContent ?? '')
  await until(async () => !['', before].includes(await words()), 'another comment has the focus')
  return words()
}
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))))

/** Remembers where the comments in the window stand; the answer says which have moved. */
async function watchPlaces(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const inSight = [...document.querySelectorAll('#comments article.c')].filter((article) => {
      const { top, bottom } = article.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
    const places = inSight.map((article) => ({ article, top: article.getBoundingClientRect().top }))
    Object.assign(window, { places })
  })
  return () =>
    page.evaluate(() => {
      // Put there by the first half of this.
      const { places } = window as unknown as { places: readonly { article: Element; top: number }[] }
      if (places.length === 0) return ['nothing is in sight']
      return places.flatMap(({ article, top }) => {
        const now = article.getBoundingClientRect().top
        return Math.abs(now - top) < 1 ? [] : [`${top} → ${now}: ${article.textContent}`]
      })
    })
}
