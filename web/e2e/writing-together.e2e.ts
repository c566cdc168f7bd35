/** Two people on one text: let in, seen at work, apart without a network, and taken out again. */
import { expect } from 'vitest'
import {
  draftArrives,
  draftLine,
  openFromDrafts,
  openNewEditor,
  saveState,
  textOf,
  toEndOfText,
  untilState,
  wordsInEditor,
  writeInEditor,
  openFromBar,
} from './support/editor-panel.ts'
import { visit } from './support/device.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const title = 'Four hands'

test('a co-author is let in, writes along and offline, and is taken out: their editor closes, and nothing more arrives', async ({
  site,
}) => {
  const [lina, yusuf] = [await site.newReader(), await site.newReader()]
  const [left, right] = [lina.page, yusuf.page]
  yusuf.expectProblems(/ERR_INTERNET_DISCONNECTED/u, /status of 40[134]/u)
  await signIn(left, 'lina')
  await signIn(right, 'yusuf')
  await visit(right, `${site.origin}/`)
  await openNewEditor(left)
  await writeInEditor(left, title, 'Lina began.')
  await untilState(left, 'Saved')
  await left.reload()
  await textOf(left).waitFor()
  await openFromBar(left, 'Share')
  await left.getByLabel('Username', { exact: true }).fill('yusuf')
  await left.getByRole('button', { name: 'Invite' }).click()
  await left.getByRole('button', { name: 'Withdraw invitation' }).waitFor()

  await draftArrives(right, title)
  await draftLine(right, title).getByText('invited you to be a co-author').waitFor()
  await openFromDrafts(right, title)
  await right.getByRole('button', { name: 'Accept' }).click()
  await left.getByRole('button', { name: 'Remove Yusuf' }).waitFor()
  await expect.poll(() => wordsInEditor(right)).toEqual(['Lina began.'])
  await toEndOfText(left)
  await toEndOfText(right)
  await right.keyboard.press('Enter')
  await right.keyboard.type('Yusuf goes on.')
  await expect.poll(() => wordsInEditor(left)).toEqual(['Lina began.', 'Yusuf goes on.'])
  await Promise.all([left.keyboard.type(' L1'), right.keyboard.type(' Y1')])
  for (const page of [left, right]) await expect.poll(() => wordsInEditor(page)).toEqual(['Lina began. L1', 'Yusuf goes on. Y1'])
  await left.locator('.writing-text .caret-name', { hasText: /yusuf/iu }).waitFor({ state: 'attached' })
  await right.locator('.writing-text .caret-name', { hasText: /lina/iu }).waitFor({ state: 'attached' })

  await site.goOffline()
  await left.keyboard.type(' L2')
  await right.keyboard.type(' Y2')
  await untilState(left, 'On this device')
  await untilState(right, 'On this device')
  await expect.poll(() => wordsInEditor(left)).toEqual(['Lina began. L1 L2', 'Yusuf goes on. Y1'])
  await site.goOnline()
  const merged = ['Lina began. L1 L2', 'Yusuf goes on. Y1 Y2']
  await expect.poll(() => wordsInEditor(left)).toEqual(merged)
  await expect.poll(() => wordsInEditor(right)).toEqual(merged)
  await untilState(right, 'Saved')

  // Removed while he is there: his editor closes with words, and nothing more arrives.
  await openFromBar(left, 'Share')
  await left.getByRole('button', { name: 'Remove Yusuf' }).click()
  await untilState(right, 'Closed')
  await saveState(right).getByText('You can no longer edit this text.').waitFor()
  await textOf(right).waitFor({ state: 'hidden' })
  await toEndOfText(left)
  await left.keyboard.type(' Mine alone now.')
  await untilState(left, 'Saved')
  expect(await right.locator('body').textContent()).not.toContain('Mine alone now.')
  expect((await right.goto(left.url()))?.status()).toBe(404)
})
