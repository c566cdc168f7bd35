/**
 * The server dies in the middle of a word, again and again: what was typed is there at the end,
 * each character once.
 */
import { expect } from 'vitest'
import { openNewEditor, publishFromEditor, textOf, titleOf, untilState, wordsInEditor } from './support/editor-panel.ts'
import { visit } from './support/device.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('killed five times while somebody types, the server has every character in the end, and readers too', async ({ site }) => {
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  await visit(page, `${site.origin}/`)
  await openNewEditor(page)
  await titleOf(page).fill('Through five deaths')
  await textOf(page).click()
  let typed = ''
  for (let death = 1; death <= 5; death += 1) {
    const before = `Before death ${death}, `
    const during = `and while it dies ${death}, `
    const after = `and on. `
    await page.keyboard.type(before)
    await Promise.all([page.keyboard.type(during), site.goOffline()])
    await page.keyboard.type(after)
    await Promise.all([page.keyboard.type(`Back ${death}. `), site.goOnline()])
    typed += `${before}${during}${after}Back ${death}. `
    if (death % 2 === 0) await untilState(page, 'Saved')
  }
  await page.keyboard.type('The end.')
  typed += 'The end.'
  await untilState(page, 'Saved')
  await expect.poll(() => wordsInEditor(page)).toEqual([typed])
  await publishFromEditor(page)
  const stranger = await site.newReader()
  await stranger.page.goto(page.url())
  await expect.poll(() => stranger.page.locator('#text p').allTextContents()).toEqual([typed])
})
