/**
 * The editor and the drafts as they are looked at: by axe and rulers, in light and dark, narrow and
 * with large text.
 */
import { expect } from 'vitest'
import { openNewEditor, pressPublish, textOf, untilState, writeInEditor } from './support/editor-panel.ts'
import { checkPage } from './support/looks.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('the editor empty, full, with its panels open and refused, and the drafts with their bin', async ({ site }) => {
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  const findings: string[] = []
  await openNewEditor(page)
  findings.push(...(await checkPage(page, 'editor, empty', 'brief')))

  await writeInEditor(page, 'A title that is long enough to need more than one line on a narrow screen', '## A heading')
  for (const words of ['Words, and `code` too.', '- one', 'two', '', '> quoted', '', '1. first']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(words)
  }
  await untilState(page, 'Saved')
  findings.push(...(await checkPage(page, 'editor, full', 'brief')))

  // By its own address, as one comes back to it: with the panel of co-authors.
  await page.reload()
  await textOf(page).waitFor()
  for (const summary of await page.locator('.writing-editor summary').all()) await summary.click()
  await page.getByRole('button', { name: 'More tools' }).click()
  findings.push(...(await checkPage(page, 'editor, panels open', 'brief')))

  await page.getByLabel('Title', { exact: true }).fill('')
  await pressPublish(page)
  await page.locator('.editor-publish [role=alert] p').waitFor()
  findings.push(...(await checkPage(page, 'editor, refused', 'brief')))

  await openNewEditor(page)
  await writeInEditor(page, 'For the bin', 'Soon away.')
  await untilState(page, 'Saved')
  await page.goto('/drafts')
  await alive(page)
  const line = page.locator('main li', { hasText: 'For the bin' })
  await line.getByText('Delete', { exact: true }).first().click()
  await line.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor()
  await page.locator('section summary').first().click()
  findings.push(...(await checkPage(page, 'drafts with bin', 'brief')))
  expect(findings).toEqual([])
})
