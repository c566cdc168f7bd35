import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ImportPlan } from '#shared/formats/archive-plan.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import { importLinks } from '#shared/formats/archive-links.ts'
import { network } from '../../../testing/network.ts'
import { ArchiveImport } from './archive-import.tsx'

const plan: ImportPlan = {
  steps: [
    { name: 'posts.saveDraft', args: {} },
    { name: 'comments.post', args: {} },
    { name: 'comments.post', args: {} },
  ],
  leftOut: { 'own-work': 4, 'table.messages': 2 },
}
const row = { total: 3, received: 3, inPlace: {}, leftOut: {}, startedAt: 0, finishedAt: null, waitsUntil: 0 }

test('says what is in an archive, sends it, and then what came back and what did not', async () => {
  await page.viewport(320, 640)
  const sent: unknown[] = []
  let state: unknown = null
  network.answers(importLinks.archive(), ({ method, body }) => {
    if (method !== 'POST') return { json: { import: state } }
    sent.push(JSON.parse(body))
    state = { ...row, id: 'x', state: 'done', done: 3, inPlace: { 'posts.saveDraft': 1 }, leftOut: { 'not-found': 2 } }
    return { json: { ok: true } }
  })
  await show(<ArchiveImport plan={plan} />)
  await expect.element(page.getByText('Comments (2)')).toBeVisible()
  await expect.element(page.getByText('You can’t vote on your own work. (4)')).toBeVisible()
  await expect.element(page.getByText('Kept in the archive only: messages. (2)')).toBeVisible()
  await page.getByRole('button', { name: 'Import archive' }).click()
  await expect.element(page.getByText('Your last archive is imported: 3 items tried.')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Left out' }).getByText(/isn’t on this site/u)).toBeVisible()
  expect(sent).toEqual([{ from: 0, total: 3, ...plan }])
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 900)
})

test('without a network nothing is imported, and it says so', async () => {
  network.isOffline = true
  await show(<ArchiveImport plan={plan} />)
  await page.getByRole('button', { name: 'Import archive' }).click()
  await expect.element(page.getByText(/You’re offline/u)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Import archive' })).toBeEnabled()
})
