/** The dialog and the pictures in a text, as they are looked at. */
import { expect } from 'vitest'
import { openNewEditor, writeInEditor } from './support/editor-panel.ts'
import { checkPage } from './support/looks.ts'
import { dialog, drop, photo } from './support/picture.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('pictures in a text and their dialog look right in every theme and size', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 400/u)
  await signIn(page, 'lina')
  await openNewEditor(page)
  await writeInEditor(page, 'Looks', 'Pictures:')
  await page.route('**/pictures/*', (route) => {
    const error = { code: 'invalid', reason: null, field: 'picture.quota', retryAfterMs: 1 }
    const answer = JSON.stringify({ ok: false, outcome: 'rejected', error })
    return route.request().method() === 'PUT'
      ? route.fulfill({ status: 400, contentType: 'application/json', body: answer })
      : route.continue()
  })
  await drop(page, await photo(1200, 300), { ...(await photo(320, 200)), name: 'IMG_2.jpg' })
  await expect.poll(() => page.getByRole('button', { name: 'Choose another' }).count()).toBe(2)
  const findings = [...(await checkPage(page, 'editor, pictures', 'brief'))]
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByRole('button', { name: 'Choose another' }).first().click()
  await dialog(page).locator('summary').click()
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await dialog(page).getByText('Describe the picture').waitFor()
  expect(
    await dialog(page).evaluate((box) => [document.documentElement.scrollWidth <= innerWidth, box.scrollWidth <= box.clientWidth]),
  ).toEqual([true, true])
  findings.push(...(await checkPage(page, 'picture dialog', 'brief')))
  expect(findings).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
})
