import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { asVisitor } from '../../testing/device.ts'
import { expectAccessible, press, show } from '../../testing/dom.tsx'
import CeremonyPage from './pages/ceremony-page.tsx'

const ceremony = { title: 'The night of the lamp', endedAt: null, keys: ['a-1', 'a-2', 'a-3'] }
const focusedPage = () => document.activeElement?.getAttribute('aria-label')

test('the arrow keys lead to the next page and the one before, and never past the last', async () => {
  asVisitor()
  await show(<CeremonyPage />, {
    at: '/petrov/ceremony',
    page: { ceremony },
    bodies: Object.fromEntries(ceremony.keys.map((key) => [key, '<p>Light a candle.</p>'])),
  })
  await expect.element(page.getByRole('heading', { name: ceremony.title })).toBeVisible()
  await expectAccessible()
  const seen: unknown[] = []
  for (const key of ['{ArrowRight}', '{ArrowRight}', '{ArrowRight}', '{ArrowLeft}']) {
    await press(key)
    seen.push(focusedPage())
  }
  expect(seen).toEqual(['Page 2 of 3', 'Page 3 of 3', 'Page 3 of 3', 'Page 2 of 3'])
})
