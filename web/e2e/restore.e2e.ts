/**
 * The server comes back from a backup: what devices had been told is stored is there again, without
 * anybody opening it (Y12).
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openNewEditor, textOf, titleOf, untilState, wordsInEditor } from './support/editor-panel.ts'
import { itemsInDevice, visit } from './support/device.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('a draft that was begun before the backup, one after it, and words that were taken out since are what they were', async ({ site }) => {
  const backup = mkdtempSync(join(tmpdir(), 'lyceum-journey-backup-'))
  onTestFinished(() => rmSync(backup, { recursive: true, force: true }))
  const { page } = await site.newReader()
  await signIn(page, 'lina')
  await visit(page, `${site.origin}/`)
  await openNewEditor(page)
  await titleOf(page).fill('Before the backup')
  await textOf(page).click()
  await page.keyboard.type('Kept. Taken out later.')
  await untilState(page, 'Saved')
  const before = page.url()

  await site.goOffline()
  cpSync(site.dataDir, backup, { recursive: true })
  await site.goOnline()
  for (const _ of 'Taken out later.') await page.keyboard.press('Backspace')
  await page.keyboard.type('After the backup.')
  await untilState(page, 'Saved')
  await visit(page, `${site.origin}/`)
  await openNewEditor(page)
  await titleOf(page).fill('After the backup')
  await textOf(page).click()
  await page.keyboard.type('Begun later.')
  await untilState(page, 'Saved')
  const after = page.url()
  await visit(page, `${site.origin}/`)
  // Nothing here is taken for unsent any more.
  const unsent = async () => (await itemsInDevice(page, 'docs')).filter(({ dirtyBy }) => JSON.stringify(dirtyBy) !== '[]')
  await expect.poll(unsent, { interval: 500 }).toEqual([])

  await site.goOffline()
  rmSync(site.dataDir, { recursive: true })
  cpSync(backup, site.dataDir, { recursive: true })
  execFileSync(process.execPath, ['sync-server/operator/new-epoch.ts'], { env: { ...process.env, DATA_DIR: site.dataDir } })
  await site.goOnline()

  const other = await site.newReader()
  await signIn(other.page, 'lina')
  const readsAt = async (address: string, words: string) => {
    await visit(other.page, address)
    await expect.poll(() => wordsInEditor(other.page)).toEqual([words])
  }
  await readsAt(before, 'Kept. After the backup.')
  await readsAt(after, 'Begun later.')
})
