import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { T0 } from '#shared/testing/factories.ts'
import { marks } from '../../../data/marks.ts'
import { asMember } from '../../../testing/device.ts'
import { expectAccessible, nextId, show } from '../../../testing/dom.tsx'
import type { BestLine } from '../best-of.load.ts'
import { Winners } from './winners.tsx'

const aLine = (title: string, place: number): BestLine => ({
  row: {
    ...{ id: nextId(), title, slug: 'x', kind: 'post', lang: 'en', dir: 'ltr', isPinned: false, isCurated: false, isFrontpage: false },
    ...{ authors: [], at: T0, score: 3, voteCount: 1, commentCount: 0, talkedAt: 0 },
  },
  ...{ place, href: `/posts/${place}/x`, picture: null, topics: ['practical'], wonIn: 2025 },
})

test('the gallery says which of its posts one has read, once the device knows', async () => {
  await page.viewport(320, 640)
  asMember()
  const [tides, ships] = [aLine('On tides', 1), aLine('On ships', 2)]
  await show(<Winners lines={[tides, ships]} names={[{ slug: 'practical', name: 'Practical' }]} hasYears />)
  await expectAccessible()
  await expect.element(page.getByRole('listitem').nth(0)).toHaveTextContent('1. On tidesPractical2025')
  marks.set({ isKnown: true, saved: new Set(), read: new Map([[ships.row.id, { isRead: true, seenUpTo: 0 }]]) })
  await expect.element(page.getByText('You’ve read 1 of 2.')).toBeVisible()
  await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('2. On shipsPractical2025read')
  await expect.element(page.getByRole('listitem').nth(0)).not.toHaveTextContent('read')
  await page.viewport(1280, 900)
})

test('words and names that do not break are no wider than a phone', async () => {
  await page.viewport(320, 640)
  const long = 'W'.repeat(100)
  const { row, ...line } = aLine(long, 1)
  const wide = { ...line, row: { ...row, authors: [{ name: long, slug: 'w' }] } }
  await show(<Winners lines={[wide]} names={[{ slug: 'practical', name: 'Practical' }]} hasYears />)
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.viewport(1280, 900)
})
