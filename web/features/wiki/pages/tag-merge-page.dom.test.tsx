import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { admin } from '#shared/testing/factories.ts'
import { asMember, mia } from '../../../testing/device.ts'
import { expectAccessible, show } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import TagMergePage from './tag-merge-page.tsx'

const tag = { slug: 'tides', postCount: 2, subTags: [], lenses: 0, addresses: ['/w/tides'], name: 'Tides', href: '/w/tides', id: 'a' }
const plan = {
  ...{ from: tag, to: { ...tag, id: 'b', name: 'Water', slug: 'water', href: '/w/water' }, posts: 2, isCut: false, both: 0, votes: 3 },
}
const given = { typed: { from: 'Tides', to: 'Water' }, names: ['Tides', 'Water'], fault: null, plan }

test('fits a phone, and without a network a merge says that nothing was changed', async () => {
  await page.viewport(320, 640)
  asMember({ ...mia, viewer: admin })
  network.isOffline = true
  await show(<TagMergePage />, { at: '/admin/tagMerge?from=Tides&to=Water', page: given })
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  await page.getByRole('button', { name: 'Merge Tides into Water' }).click()
  await expect.element(page.getByText(/reach|offline|network/iu).first()).toBeVisible()
  network.isOffline = false
  await page.viewport(1280, 900)
})
