import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { admin, T0 } from '#shared/testing/factories.ts'
import { asMember, mia } from '../../../testing/device.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import ReviewAdminPage from './review-admin-page.tsx'

const voter = { id: 'a', year: 2025, name: 'Eve', href: '/users/eve', voter: { votes: 2, karma: 40, at: T0 } }
const given = {
  ...{ year: 2025, years: [2025, 2024] },
  phase: { now: 'results', set: null, byDates: 'results', all: ['voting', 'results'] },
  dates: [{ phase: 'voting', day: '2027-01-21', usual: '2027-01-21', typed: '' }],
  results: {
    ...{ isAsked: false, hasEnded: true, isPublic: false, publishedAt: null, count: { at: T0, posts: 1, voters: 1 } },
    first: [{ id: 'p', rank: 1, score: 9, votes: 1, title: 'On tides', href: '/posts/p/x' }],
  },
  list: {
    asked: { path: '/reviewAdmin/2025', tab: 'voters', sort: 'votes', q: '' },
    ...{ tabs: [{ name: 'voters', word: 'Voters', count: 1 }], sorts: [], search: null, rows: [voter], more: null },
  },
}

test('is accessible on a phone, and without a network says that nothing was published', async () => {
  await page.viewport(320, 640)
  asMember({ ...mia, viewer: admin })
  network.isOffline = true
  await show(<ReviewAdminPage />, { at: '/reviewAdmin/2025', page: given })
  await page.getByText('Change the dates').click()
  await page.getByText('Exclude a post').click()
  await expectAccessible()
  await page.getByRole('button', { name: 'Publish the results' }).click()
  await expect.element(page.getByText(/nothing was changed/u)).toBeVisible()
  network.isOffline = false
  await page.viewport(1280, 900)
})
