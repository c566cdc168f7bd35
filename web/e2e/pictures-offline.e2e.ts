/** Pictures that are added without a network: shown at once, and uploaded when there is one. */
import { expect } from 'vitest'
import { openNewEditor, openPublishSheet, untilState, writeInEditor } from './support/editor-panel.ts'
import { rowsOf } from './support/device.ts'
import { drop, naturalWidths, photo, uploadsOf } from './support/picture.ts'
import { test } from './support/test-device.ts'
import { askToSignOut } from './support/own-menu.ts'

test('two pictures and a publication without a network: sign-out asks, the browser is closed, and all of it arrives when it is back', async ({
  site,
}) => {
  const reader = await site.newReader({ as: 'lina' })
  const { page } = reader
  await openNewEditor(page)
  await writeInEditor(page, 'From the train', 'Two of them.')
  await untilState(page, 'Saved')
  await site.goOffline()
  await drop(page, await photo(300, 200), { ...(await photo(320, 200)), name: 'IMG_2.jpg' })
  await page.getByText('2 pictures were added.').waitFor()
  await expect.poll(() => naturalWidths(page, '.writing-text .own-picture img')).toEqual([200, 200])
  await expect.poll(() => page.getByText('Not uploaded yet. It’s saved on this device.').count()).toBe(2)
  await untilState(page, 'On this device')
  // Whatever else shows the text (a preview, an older version) has it from the worker.
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const [src = ''] = await page.evaluate(async () => {
    const [own] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('pictures:') === true)
    const opening = indexedDB.open(own?.name ?? '')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const asking = opening.result.transaction('facts').objectStore('facts').getAllKeys()
    await new Promise((resolve) => asking.addEventListener('success', resolve))
    opening.result.close()
    return asking.result.map((id) => `/pictures/${String(id)}`)
  })
  const widthOf = (address: string) =>
    page.evaluate((from) => {
      const image = new Image()
      image.src = from
      return image.decode().then(() => image.naturalWidth)
    }, address)
  expect(await widthOf(src)).toBe(200)
  // Signing out asks about them: they are nowhere else.
  await askToSignOut(page)
  const asking = page.getByRole('dialog')
  // The text is one thing, and each picture another.
  await asking.getByText(/3 things not sent yet/u).waitFor()
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await asking.waitFor({ state: 'detached' })

  await openPublishSheet(page)
  await page.getByText('2 pictures are still uploading. The post will be published after that.').waitFor()
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await page.getByText(/when you’re back online/u).waitFor()
  const again = await reader.restart()
  await site.goOnline()
  await again.page.goto(`${site.origin}/`)
  await expect.poll(() => uploadsOf(site).length).toBe(2)
  const published = () => rowsOf(site, 'posts').find(({ title, status }) => title === 'From the train' && status === 'published')
  await expect.poll(() => published() !== undefined).toBe(true)
  const stranger = await site.newReader({ serviceWorkers: 'block' })
  await stranger.page.goto(`${site.origin}/posts/${String(published()?.['id'])}`)
  await stranger.page.locator('#text figure').nth(1).scrollIntoViewIfNeeded()
  await expect.poll(() => naturalWidths(stranger.page, '#text figure img')).toEqual([200, 200])
})
