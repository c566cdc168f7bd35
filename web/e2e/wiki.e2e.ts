/**
 * A page of the wiki: made, changed on one device without a network and on another with it, and
 * both are in it at the end.
 */
import { expect } from 'vitest'
import { publishButton, readersText, textOf, toEndOfText, toStartOfText, untilState, wordsInEditor } from './support/editor-panel.ts'
import { holds, itemsInDevice, rowsOf, until } from './support/device.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const first = 'A clock with a candle in it.'

test('a page is made, changed apart by two, and has the words of both, as its history says', async ({ site }) => {
  const lina = await site.newReader()
  await signIn(lina.page, 'lina')
  await lina.page.goto('/w/create?name=Lantern%20clocks')
  await alive(lina.page)
  await lina.page.getByRole('button', { name: 'Create' }).click()
  await lina.page.waitForURL(/\/editPost\?postId=[0-9a-z]{26}/u)
  const postId = new URL(lina.page.url()).searchParams.get('postId') ?? ''
  await textOf(lina.page).click()
  await lina.page.keyboard.type(first)
  await untilState(lina.page, 'Saved')
  await publishButton(lina.page).click()
  await lina.page.waitForURL(/\/w\/lantern-clocks$/u)
  await expect.poll(() => readersText(lina.page)).toEqual([first])

  const wim = await site.newReader()
  wim.expectProblems(/ERR_INTERNET_DISCONNECTED|WebSocket/u)
  await signIn(wim.page, 'wim')
  await wim.page.goto('/w/lantern-clocks/edit')
  await alive(wim.page)
  await textOf(wim.page).getByText(first).waitFor()
  await untilState(wim.page, 'Saved')
  // Publishing is a mutation over the page's rows, which come beside its text.
  await holds(wim.page, `thread:${postId}`)
  await wim.context.setOffline(true)
  await toEndOfText(wim.page)
  await wim.page.keyboard.type(' Written on a train.')
  await untilState(wim.page, 'On this device')
  await publishButton(wim.page).click()
  await wim.page.getByText('It will be published when you’re back online.').waitFor()

  await lina.page.bringToFront()
  await lina.page.locator('main').getByRole('link', { name: 'Edit', exact: true }).click()
  await textOf(lina.page).getByText(first).waitFor()
  await toStartOfText(lina.page)
  await lina.page.keyboard.type('Nobody makes them now. ')
  await untilState(lina.page, 'Saved')
  await publishButton(lina.page).click()
  await lina.page.waitForURL(/\/w\/lantern-clocks$/u)

  // What was published meanwhile is not written over: both texts are in one, and it is looked over
  // once more.
  await wim.context.setOffline(false)
  await wim.page.getByText('Someone else published this page.').waitFor()
  const whole = `Nobody makes them now. ${first} Written on a train.`
  await expect.poll(() => wordsInEditor(wim.page)).toEqual([whole])
  const newest = String(rowsOf(site, 'posts').find(({ id }) => id === postId)?.['revisionId'])
  await until(
    async () => (await itemsInDevice(wim.page, 'posts')).some((row) => JSON.stringify(row).includes(newest)),
    'what Lina has published is on his device',
  )
  await publishButton(wim.page).click()
  await wim.page.waitForURL(/\/w\/lantern-clocks$/u)
  await expect.poll(() => readersText(wim.page)).toEqual([whole])

  await wim.page.locator('main').getByRole('link', { name: 'History', exact: true }).click()
  await wim.page.getByRole('link', { name: 'Changes', exact: true }).first().click()
  await expect.poll(async () => (await wim.page.locator('.compared ins').allTextContents()).join('')).toContain('Written on a train.')
})
