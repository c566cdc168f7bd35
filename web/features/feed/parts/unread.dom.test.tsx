import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { asMember } from '../../../testing/device.ts'
import { show } from '../../../testing/dom.tsx'
import '../../../app/routes.ts'
import UnreadPage from '../pages/unread-page.tsx'

test('made on the device, an empty list of unread posts speaks of the posts that are there', async () => {
  asMember()
  await show(<UnreadPage />, { at: '/unread', page: { rows: [], more: null }, kept: { posts: 2 } })
  await expect.element(page.getByText(/that is on this device/u)).toBeVisible()
})
