/** A sequence is put in order by keyboard alone, and read on a device without a network. */
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { alive, placesOf, signIn } from './support/places.ts'
import { test } from './support/test-device.ts'

test('is made and ordered by keyboard, and its posts are read in order with the server gone', async ({ site }) => {
  const { longest } = await placesOf(site)
  const { page } = await site.newReader()
  await signIn(page, 'wim')
  await page.goto('/sequencesNew')
  await alive(page)
  await page.getByLabel('Title').fill('Engines')
  await page.getByRole('button', { name: 'Create' }).press('Enter')
  await page.waitForURL(/\/editSequence/u)
  const order = () => page.locator('ol.series-order .series-order-title').allInnerTexts()
  await page.getByRole('button', { name: 'Add Eleven seals' }).press('Enter')
  await expect.poll(order).toEqual(['Eleven seals'])
  await page.getByLabel('Find a post, or paste its URL').fill(longest)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add The post at this URL' }).press('Enter')
  await expect.poll(order).toEqual(['Eleven seals', 'The slow clock'])
  await page.getByRole('button', { name: 'Move The slow clock up' }).press('Enter')
  await expect.poll(order).toEqual(['The slow clock', 'Eleven seals'])
  await page.getByLabel('Draft: only you can see it').press(' ')
  await page.getByRole('button', { name: 'Save', exact: true }).last().press('Enter')
  await page.getByText(/^Public ·/u).waitFor()

  await page.getByRole('link', { name: 'View sequence' }).click()
  await page.getByRole('heading', { name: 'Engines' }).waitFor()
  const book = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as EPUB' }).click()
  const file = await readFile(await (await book).path())
  expect([(await book).suggestedFilename(), file.subarray(30, 58).toString()]).toEqual(['engines.epub', 'mimetypeapplication/epub+zip'])
  await page.getByRole('button', { name: 'Save offline' }).click()
  await page.locator('.series-acts').getByText('On this device', { exact: true }).waitFor()
  await site.goOffline()
  await page.locator('.series-posts').getByRole('link', { name: 'The slow clock' }).click()
  await page.locator('.series-bar').getByText('1 of 2').waitFor()
  await page
    .getByRole('navigation', { name: 'In this sequence' })
    .getByRole('link', { name: /Eleven seals/u })
    .click()
  await page.locator('.series-bar').getByText('2 of 2').waitFor()
})
