import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { connection, lostTouch } from '../../data/connection.ts'
import { drawn, expectAccessible, show, went } from '../../testing/dom.tsx'
import NotOnDevicePage from './not-on-device-page.tsx'

test('with the network back the page is asked for in place, so that whoever is leaving it is not taken back', async () => {
  lostTouch()
  await show(<NotOnDevicePage />)
  await expect.element(page.getByRole('heading', { name: 'Not on this device yet' })).toBeVisible()
  await expectAccessible()
  expect(went.refreshed).toBe(0)
  // A reload would end this document, and the test with it.
  dispatchEvent(new Event('online'))
  await expect.poll(() => went.refreshed).toBeGreaterThan(0)
})

test('at its own address there is nothing to ask for, whatever the network does', async () => {
  lostTouch()
  await show(<NotOnDevicePage />, { at: '/shell' })
  const before = went.refreshed
  dispatchEvent(new Event('online'))
  await drawn()
  expect(connection.get()).toBe(true)
  expect(went.refreshed).toBe(before)
})
