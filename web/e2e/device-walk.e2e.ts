/**
 * The walk that this site is for: reading, answering, voting and saving with no network and no
 * server, through a restart, and each mutation once.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accountOf, allSent, postWithPicture, rowsOf, until, visit } from './support/device.ts'
import { phone } from './support/browser.ts'
import { alive, placesOf } from './support/places.ts'
import { test } from './support/test-device.ts'
import { commentWith, reply, sendComment, shoot, textsIn, wordsUnder } from './support/thread.ts'

const comment = 'Written while everything was gone. Ünïcödé too: 漢字.'
const answer = 'And an answer, on the same night.'

test('with the server dead and the browser restarted twice, a member on a phone reads, comments, votes and saves; each mutation happens once', async ({
  site,
}) => {
  const { essay } = await placesOf(site)
  const pictured = await postWithPicture(site)
  const reader = await site.newReader({ as: 'lina', viewport: phone, colorScheme: 'dark' })
  await visit(reader.page, pictured)
  await reader.page.waitForFunction(async () => (await (await caches.open('pictures')).keys()).length > 1)
  await visit(reader.page, essay)
  await bookmark(reader.page)
  await visit(reader.page, `${site.origin}/`)
  await allSent(reader.page)
  const me = await accountOf(reader.page)
  const saved = new Set(savedBy(site, me))
  expect(saved).toEqual(new Set([postIdOf(essay)]))
  const before = new Set(rowsOf(site, 'votes').flatMap((row) => (row['userId'] === me ? [row['targetId']] : [])))
  const otherId = idOf(
    rowsOf(site, 'comments').find(
      // What answers one far down stands on a page of its own.
      (row) =>
        row['postId'] === postIdOf(essay) &&
        row['parentId'] === null &&
        row['authorId'] !== me &&
        row['removedAt'] === null &&
        !before.has(row['id']),
    ),
  )
  await site.goOffline()

  // The app is opened cold.
  const second = await reader.restart()
  let { page } = second
  await page.goto(`${site.origin}/`)
  await page.locator('main a[href^="/posts/"]').first().waitFor()
  await page.getByText('Offline', { exact: true }).waitFor()
  await page.locator('summary[aria-label*="your account"]').waitFor({ state: 'attached' })
  await page.goto(pictured)
  await page.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>('#text img')
    picture?.scrollIntoView()
    return picture !== null && picture.complete && picture.naturalWidth > 0
  })
  await page.goto(essay)
  await alive(page)
  await shoot(page, 'walk-cold')

  const other = page.locator(`li[data-comment="${otherId}"] > article`)
  await sendComment(page, comment)
  await reply(page, other, answer)
  await other.getByRole('button', { name: 'Vote up' }).click()
  await page.locator('.big-votes').getByRole('button', { name: 'Vote down' }).click()
  await expectAllThere(page, otherId, 'first')
  await page.goto(pictured)
  await alive(page)
  await bookmark(page)
  await expectMarked(page, page.locator('.matter-acts'))
  await page.goto(essay)
  await alive(page)
  await expectAllThere(page, otherId, 'later')

  // Closed, and opened again with nothing there still.
  page = (await second.restart()).page
  await page.goto(essay)
  await expectAllThere(page, otherId, 'again')
  await page.goto(`${site.origin}/bookmarks`)
  await until(async () => (await page.locator('#bookmarks > ul .place').count()) === 2, 'both are on the list')
  await shoot(page, 'walk-bookmarks')
  await page.goto(`${site.origin}/outbox`)
  await until(async () => (await page.locator('.tray .refusal').count()) >= 5, 'five mutations wait')
  await shoot(page, 'walk-outbox')

  await site.goOnline()
  await allSent(page)
  await page.getByText('Everything has been sent.').waitFor()
  await page.locator('.to-outbox').waitFor({ state: 'detached' })
  await page.goto(essay)
  await alive(page)
  await commentWith(page, comment).waitFor()
  await commentWith(page, answer).waitFor()
  await until(async () => (await page.getByText('not sent yet').count()) === 0, 'no mark is left')
  expect([await commentWith(page, comment).count(), await commentWith(page, answer).count()]).toEqual([1, 1])

  // On the server, in the store and before a stranger's eyes.
  const texts = rowsOf(site, 'comments')
    .filter((row) => row['authorId'] === me)
    .map((row) => JSON.stringify(row['body']))
  expect(texts.filter((text) => text.includes(comment))).toHaveLength(1)
  expect(texts.filter((text) => text.includes(answer))).toHaveLength(1)
  const votes = rowsOf(site, 'votes').filter((row) => row['userId'] === me && row['axis'] === 'approval')
  expect(votes.filter((row) => row['targetId'] === postIdOf(essay)).map((row) => row['value'])).toEqual([-1])
  expect(votes.filter((row) => row['targetId'] === otherId).map((row) => row['value'])).toEqual([1])
  expect(new Set(savedBy(site, me))).toEqual(new Set([postIdOf(essay), postIdOf(pictured)]))
  const shown = textsIn(await (await fetch(essay)).text())
  for (const text of [comment, answer]) expect(shown.filter((each) => each.includes(text))).toHaveLength(1)
})

async function bookmark(page: Page): Promise<void> {
  await page.locator('.matter-acts').getByRole('button', { name: 'Bookmark', exact: true }).click()
  await page.locator('.matter-acts').getByRole('button', { name: 'Bookmarked' }).waitFor()
}

async function expectMarked(page: Page, place: ReturnType<Page['locator']>): Promise<void> {
  await until(async () => /not sent yet/u.test(await wordsUnder(place)), 'it is marked where it stands')
}

async function expectAllThere(page: Page, otherId: string, name: string): Promise<void> {
  await expectMarked(page, commentWith(page, comment))
  await expectMarked(page, commentWith(page, answer))
  const other = page.locator(`li[data-comment="${otherId}"] > article`)
  await other.locator('button[aria-pressed="true"]').waitFor()
  await expectMarked(page, other.locator('.c-votes'))
  await page.locator('.big-votes .v-down[aria-pressed="true"]').waitFor()
  await expectMarked(page, page.locator('.big-votes'))
  await page.locator('.to-outbox').waitFor()
  await commentWith(page, answer).scrollIntoViewIfNeeded()
  await shoot(page, `walk-thread-${name}`)
}

function savedBy(site: Parameters<typeof rowsOf>[0], userId: string | null): readonly unknown[] {
  return rowsOf(site, 'bookmarks')
    .filter((row) => row['userId'] === userId && row['isSaved'] === true)
    .map((row) => row['targetId'])
}

const idOf = (row: Readonly<Record<string, unknown>> | undefined): string => String(row?.['id'])
const postIdOf = (address: string): string => /\/posts\/([0-9a-z]{26})/u.exec(address)?.[1] ?? ''
