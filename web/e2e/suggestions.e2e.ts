/**
 * Changes proposed by somebody who may only comment: written offline in a copy of the text, sent,
 * and taken over one by one or all.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  openNewEditor,
  shareWith,
  textOf,
  toEndOfText,
  toStartOfText,
  untilState,
  wordsInEditor,
  writeInEditor,
} from './support/editor-panel.ts'
import { allSent } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const title = 'On proposals'

async function sharedDraft(page: Page, userName: string): Promise<string> {
  await openNewEditor(page)
  await writeInEditor(page, title, 'The tide comes in.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('It goes out.')
  await untilState(page, 'Saved')
  await shareWith(page, userName, 'comment')
  await allSent(page)
  return page.url()
}

const suggest = (page: Page) => page.getByRole('button', { name: /^(?:Suggest changes|Continue your suggestions)$/u })

test('a commenter proposes changes offline; the author takes one over, rejects another, and nothing else has changed; the next ones all at once, and one step back takes one of them back', async ({
  site,
}) => {
  const [lina, yusuf] = [await site.newReader(), await site.newReader()]
  const [left, right] = [lina.page, yusuf.page]
  yusuf.expectProblems(/ERR_INTERNET_DISCONNECTED/u)
  await signIn(left, 'lina')
  await signIn(right, 'yusuf')
  const url = await sharedDraft(left, 'yusuf')

  await right.goto(url)
  await alive(right)
  await suggest(right).click()
  await textOf(right).waitFor()
  await right.context().setOffline(true)
  await toEndOfText(right)
  await right.keyboard.type(' Twice a day.')
  await right.keyboard.press('Enter')
  await right.keyboard.type('A paragraph of its own.')
  await right.getByRole('button', { name: 'Submit 2 suggestions' }).waitFor()
  // What was written is still there when the page comes again, before it was sent.
  await right.locator('.notice').getByText('On this device').waitFor()
  await right.context().setOffline(false)
  await right.reload()
  await alive(right)
  await suggest(right).click()
  await expect.poll(() => wordsInEditor(right)).toEqual(['The tide comes in.', 'It goes out. Twice a day.', 'A paragraph of its own.'])
  await right.getByRole('button', { name: 'Submit 2 suggestions' }).click()
  await right.getByText('2 suggestions sent').waitFor()
  await allSent(right)
  expect(await wordsInEditor(left)).toEqual(['The tide comes in.', 'It goes out.'])

  await left.getByRole('button', { name: /^2 comments/u }).click()
  const proposals = left.locator('.inline-comment-thread')
  await expect.poll(() => proposals.count()).toBe(2)
  await toEndOfText(left)
  await left.keyboard.type(' Every time.')
  await proposals.filter({ hasText: 'Twice a day' }).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(async () => (await wordsInEditor(left))[1]).toMatch(/Twice a day\./u)
  expect((await wordsInEditor(left))[1]).toContain('Every time.')
  await proposals.filter({ hasText: 'A paragraph of its own' }).getByRole('button', { name: 'Reject' }).click()
  await expect.poll(() => proposals.count()).toBe(0)
  expect(await wordsInEditor(left)).toHaveLength(2)
  await untilState(left, 'Saved')
  await expect.poll(async () => (await wordsInEditor(right))[1]).toMatch(/Every time\..*Twice a day\.|Twice a day\..*Every time\./u)

  // Once more, and all at once.
  await suggest(right).click()
  await textOf(right).waitFor()
  await toEndOfText(right)
  await right.keyboard.type(' As ever.')
  await toStartOfText(right)
  await right.keyboard.type('Look: ')
  await right.getByRole('button', { name: 'Submit 2 suggestions' }).click()
  await right.getByText('2 suggestions sent').waitFor()

  await left.getByRole('button', { name: 'Accept all 2' }).click()
  await expect.poll(() => wordsInEditor(left)).toEqual(['Look: The tide comes in.', expect.stringMatching(/Twice a day\..* As ever\.$/u)])
  await textOf(left).click({ delay: 40 })
  await left.keyboard.press('Control+z')
  await expect.poll(async () => (await wordsInEditor(left)).flatMap((words) => words.match(/Look|As ever/gu) ?? [])).toHaveLength(1)
})
