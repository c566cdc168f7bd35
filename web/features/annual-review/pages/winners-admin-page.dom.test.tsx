import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { admin, idOf } from '#shared/testing/factories.ts'
import { asMember, mia } from '../../../testing/device.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import type { WinnerRow } from '../winners-admin.load.ts'
import WinnersAdminPage from './winners-admin-page.tsx'

const row: WinnerRow = {
  ...{ id: idOf(7), year: 2025, title: 'On tides', href: '/posts/p/x', category: 'modeling', place: 0, isThere: true },
  result: { rank: 1, score: 9, votes: 1 },
}
const given = {
  ...{ year: 2025, years: [2025, 2024], hasResults: true, isShown: false, count: 1, most: 50 },
  list: {
    asked: { path: '/bestoflesswrongadmin/2025', tab: 'winners', sort: '', q: '' },
    tabs: [
      { name: 'ranked', word: 'Ranked posts', count: 1 },
      { name: 'winners', word: 'Winners', count: 1 },
    ],
    ...{ sorts: [], search: null, rows: [row], more: null },
  },
}

test('the page of winners is accessible on a phone, and without a network says that nothing was changed', async () => {
  await page.viewport(320, 640)
  asMember({ ...mia, viewer: admin })
  network.isOffline = true
  await show(<WinnersAdminPage />, { at: '/bestoflesswrongadmin/2025?state=winners', page: given })
  await expectAccessible()
  await expect.element(page.getByLabelText('Category of On tides')).toHaveValue('modeling')
  for (const name of [/Save category/u, /Move down/u, /Publish the gallery/u]) {
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByText(/nothing was changed/u).last()).toBeVisible()
  }
  network.isOffline = false
  await page.viewport(1280, 900)
})
