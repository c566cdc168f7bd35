import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { asMember } from '../../testing/device.ts'
import { expectAccessible, press, show, went } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import NewsletterPage from './pages/newsletter-page.tsx'

const own = {
  head: { title: 'Newsletter' },
  ...{ isOn: true, confirmed: 12, pending: 1, bounced: 2, notOffered: null, notImported: null, imported: null },
  issues: [{ postId: idOf(1), title: 'Tides', href: '/posts/1/tides', state: 'waiting', dueAt: T0, count: 0 }],
}

test('a writer sees numbers alone, and calls off by keyboard what waits', async () => {
  asMember()
  network.answers('/api/form/newsletters.callOff', { json: { ok: true, location: '/newsletter' } })
  await show(<NewsletterPage />, { at: '/newsletter', page: own })
  await expect.element(page.getByText('12', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Export readers' })).toHaveAttribute('href', '/newsletter/export')
  await expectAccessible()
  page
    .getByRole('button', { name: /^Don’t mail it/u })
    .element()
    .focus()
  await press('{Enter}')
  await expect.poll(() => network.asked('/api/form/newsletters.callOff')).toHaveLength(1)
  await expect.poll(() => went.refreshed).toBeGreaterThan(0)
})

test('a member who may not offer one reads why, in place of the button', async () => {
  asMember()
  await show(<NewsletterPage />, {
    at: '/newsletter',
    page: { ...own, isOn: false, confirmed: 0, issues: [], notOffered: 'confirm-email-first', notImported: 'newsletter-is-off' },
  })
  expect(page.getByRole('button').elements()).toEqual([])
  await expect.element(page.getByText('Confirm your email before', { exact: false })).toBeVisible()
  await expectAccessible()
})
