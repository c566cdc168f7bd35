import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '#shared/testing/factories.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import PollPage from './pages/poll-page.tsx'
import { ownOnDevice } from './give-answer.ts'
import type { ShownPoll } from './seasonal-events.load.ts'

const poll: ShownPoll = {
  event: {
    ...{ id: idOf(900), kind: 'poll', title: 'Which lamp?', startAt: 0, endAt: 4e12, options: ['Red', 'Green'], minKarma: 0 },
    ...{ minAccountDays: 0, results: 'never', linkUrl: null, phase: 'running', createdAt: 0 },
  },
  ...{ isOver: false, answer: null, refusal: null, counts: null, hasText: false },
}
const status = () => page.getByRole('status')

test('an answer without a network is on this device, says that it counts when it arrives, and takes the form’s place', async () => {
  const { device, server } = await openTestDevice()
  server.isReached(false)
  network.isOffline = true
  await show(<PollPage />, { at: '/petrovDayPoll', page: { poll } })
  await expectAccessible()
  await page.getByRole('radio', { name: 'Green' }).click()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect
    .element(status())
    .toHaveTextContent(
      'Your answer is on this device. It counts if it reaches the server before the poll ends, and cannot be changed.“Green”',
    )
  await expect.element(page.getByRole('button', { name: 'Send answer' })).not.toBeInTheDocument()
  expect(await ownOnDevice(device, poll.event.id)).toBe(1)
})

test('an answer that the server has is recorded', async () => {
  await openTestDevice()
  await show(<PollPage />, { at: '/petrovDayPoll', page: { poll: { ...poll, answer: 0 } } })
  await expect.element(status()).toHaveTextContent('Your answer is recorded. It cannot be changed.“Red”')
  await expectAccessible()
})
