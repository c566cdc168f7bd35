import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { admin, idOf } from '#shared/testing/factories.ts'
import { asMember, mia } from '../../../testing/device.ts'
import { expectAccessible, press, show } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import type { WinnerRow } from '../winners-admin.load.ts'
import WinnersAdminPage from './winners-admin-page.tsx'

const row: WinnerRow = {
  ...{ id: idOf(7), year: 2025, title: 'On tides', href: '/posts/p/x', category: 'modeling', place: 0, hasPicture: true, isThere: true },
  result: { rank: 1, score: 9, votes: 1 },
}
const given = {
  ...{ year: 2025, years: [2025, 2024], hasResults: true, isShown: false, count: 1, most: 50, withPicture: 1, focus: null },
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

const picture = { src: '/pictures/x', width: 1000, height: 1000, crop: { x: 0, y: 0, width: 50 } }
const focus = { id: row.id, year: 2025, title: 'On tides', place: 0, picture, pictures: [], before: null, after: null }
const numbers = () => ['Left edge (%)', 'Top edge (%)', 'Width (%)'].map((label) => page.getByLabelText(label).element())
const typed = () => numbers().map((field) => (field instanceof HTMLInputElement ? field.value : ''))

test('a picture is cropped by keyboard, by pointer and by numbers, and all say the same', async () => {
  asMember({ ...mia, viewer: admin })
  await show(<WinnersAdminPage />, { at: '/bestoflesswrongadmin/2025?state=winners', page: { ...given, focus } })
  await expectAccessible()
  const frame = page.getByRole('application', { name: /Part of the picture/u }).element() as SVGSVGElement
  frame.focus()
  await press('{ArrowRight}', '{ArrowRight}', '{Shift>}', '{ArrowDown}', '{/Shift}', '+', '-', '-')
  await expect.poll(typed).toEqual(['2', '10', '49'])
  const inside = frame.querySelector('.inside')
  const { width } = frame.getBoundingClientRect()
  const at = (type: string, clientX: number, clientY: number) =>
    inside?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, clientY, pointerId: 1 }))
  // A pointer that a test makes up cannot be captured.
  if (inside !== null) Object.assign(inside, { setPointerCapture: () => undefined })
  at('pointerdown', 50, 50)
  at('pointermove', 50 + width / 10, 50)
  at('pointerup', 50 + width / 10, 50)
  await expect.poll(typed).toEqual(['12', '10', '49'])
  await page.getByLabelText('Width (%)').fill('30')
  await expect.poll(() => inside?.getAttribute('width')).toBe('300')
})
