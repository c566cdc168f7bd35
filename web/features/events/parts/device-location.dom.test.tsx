import { onTestFinished, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show, went } from '../../../testing/dom.tsx'
import { DeviceLocation } from './device-location.tsx'

/** The browser's answer, which no test can press for. */
function browserAnswers(answer: (done: PositionCallback, failed: PositionErrorCallback) => void) {
  const asked = vi
    .spyOn(navigator.geolocation, 'getCurrentPosition')
    .mockImplementation((done, failed) => answer(done, failed ?? (() => undefined)))
  onTestFinished(() => asked.mockRestore())
  return asked
}
const button = () => page.getByRole('button', { name: 'Use this device’s location' })

test('where the device is is asked for by its button alone, and stands rounded in an address', async () => {
  const asked = browserAnswers((done) => done({ coords: { latitude: 60.392_99, longitude: -5.324_15 } } as GeolocationPosition))
  await show(<DeviceLocation />)
  await expect.element(button()).toBeVisible()
  expect(asked).not.toHaveBeenCalled()
  await button().click()
  await expect.poll(() => went.to.at(-1)).toBe('/nearbyEvents?lat=60.39&lng=-5.32')
  await expectAccessible()
})

test.each([
  [1, 'Your browser didn’t allow it. You can change that in its settings for this site.'],
  [2, 'Your device doesn’t know where it is right now. Try again later.'],
])('what the browser answers with %i is said', async (code, words) => {
  browserAnswers((_done, failed) => failed({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }))
  const before = went.to.length
  await show(<DeviceLocation />)
  await button().click()
  await expect.element(page.getByText(words)).toBeVisible()
  expect(went.to).toHaveLength(before)
})
