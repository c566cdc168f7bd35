import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { rsvpId, rsvps } from '#shared/events/schema.ts'
import type { Event } from '#shared/events/schema.ts'
import { hourMs } from '#shared/kernel/durations.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, T0 } from '#shared/testing/factories.ts'
import { asVisitor, openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { answerOnDevice } from './rsvp-on-device.ts'
import { RsvpBox } from './parts/rsvp-box.tsx'

const anEvent = (over: Partial<Event> = {}): Event => ({
  ...{ id: nextId(), starts: '2099-12-03T19:00', ends: '', zone: 'UTC', startAt: Date.UTC(2099, 11, 3, 19), endAt: null, isOnline: true },
  ...{ location: '', joinUrl: null, type: null, groupId: null, hasRsvps: true, isCancelled: false, isListed: true, sequence: 0 },
  ...{ createdAt: T0, changedAt: T0 },
  ...over,
})
type BoxProps = Parameters<typeof RsvpBox>[0]

const noAnswers: NonNullable<BoxProps['answers']> = [
  { answer: 'going', count: 1, people: [{ name: 'Ben', slug: 'ben' }] },
  { answer: 'waiting', count: 0, people: [] },
  { answer: 'maybe', count: 0, people: [] },
  { answer: 'no', count: 0, people: [] },
]
const box = (event: Event, over: Partial<BoxProps> = {}) => (
  <RsvpBox
    {...{ postId: event.id, event, may: null, forGuests: false, own: null, isPrivate: false, place: null, answers: noAnswers }}
    {...over}
  />
)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const shown = () => page.getByRole('region', { name: 'Who’s coming' }).element().textContent

test('an answer is shown at once and without a network, with the name among the others, and is taken back', async () => {
  const { device } = await openTestDevice()
  network.isOffline = true
  const event = anEvent()
  device.hint(posts, aPost({ id: event.id, kind: 'event' }))
  await show(box(event))
  await button('Going').click()
  await expect.element(button('Going')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(shown).toMatch(/Going \(2\)Ben, Mia$/u)
  const stored = () => device.read.get(rsvps, rsvpId(device.account ?? '', event.id))
  expect(await stored()).toMatchObject({ answer: 'going' })
  await button('Can’t go').click()
  await expect.poll(shown).toMatch(/Going \(1\)BenCan’t go \(1\)Mia$/u)
  await expectAccessible()
  await button('Remove my RSVP').click()
  await expect.element(button('Can’t go')).toHaveAttribute('aria-pressed', 'false')
  expect(await stored()).toBeUndefined()
})

test('what the page says of one’s answer is gone once it is taken back on this device', async () => {
  const { device } = await openTestDevice()
  network.isOffline = true
  const event = anEvent()
  device.hint(posts, aPost({ id: event.id, kind: 'event' }))
  const answers: BoxProps['answers'] = [
    {
      answer: 'going',
      count: 2,
      people: [
        { name: 'Ben', slug: 'ben' },
        { name: 'Mia', slug: 'mia' },
      ],
    },
    ...noAnswers.slice(1),
  ]
  await show(box(event, { own: 'going', answers }))
  await expect.element(button('Going')).toHaveAttribute('aria-pressed', 'true')
  await button('Remove my RSVP').click()
  await expect.element(button('Going')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(shown).toMatch(/Going \(1\)Ben$/u)
})

test('an answer that the page has and this device not yet stands, until the device has had it', async () => {
  const { device, server } = await openTestDevice()
  const me = `me:${device.account ?? ''}`
  const event = anEvent()
  device.hint(posts, aPost({ id: event.id, kind: 'event' }))
  await server.sends(me, [])
  await expect.poll(() => device.holds(me)).toBe(true)
  await show(box(event, { own: 'going' }))
  // Asked of the device at once, and again with what comes.
  const asked = await answerOnDevice(device, event.id, { isSeen: false })
  expect(asked).toBeUndefined()
  await expect.element(button('Going')).toHaveAttribute('aria-pressed', 'true')
  expect(await answerOnDevice(device, event.id, { isSeen: true })).toBe('none')
})

test('is given by keyboard, and the focus stays on the answer', async () => {
  const { device } = await openTestDevice()
  const event = anEvent()
  device.hint(posts, aPost({ id: event.id, kind: 'event' }))
  await show(box(event))
  await press('{Tab}', '{Tab}', '{Enter}')
  await expect.element(button('Maybe')).toHaveAttribute('aria-pressed', 'true')
  expect(focused()).toContain('Maybe')
})

test('where places are limited an answer is undecided until it arrives', async () => {
  const { device } = await openTestDevice()
  network.isOffline = true
  const event = anEvent({ capacity: 1 })
  device.hint(posts, aPost({ id: event.id, kind: 'event' }))
  await show(box(event))
  await expect.poll(shown).toContain('The only place is taken.')
  await button('Going').click()
  await expect.element(page.getByText('Whether you have a place is decided when your RSVP arrives.')).toBeVisible()
  // Nobody is counted among those who go before they do.
  await expect.poll(shown).toMatch(/Going \(1\)Ben$/u)
  await expectAccessible()
})

test('one who waits reads their place, keeps the answer marked, and leaves the list', async () => {
  const { device } = await openTestDevice()
  network.isOffline = true
  const event = anEvent({ capacity: 1 })
  device.hint(posts, aPost({ id: event.id, kind: 'event' }))
  await show(box(event, { own: 'waiting', place: 3 }))
  await expect.poll(shown).toContain('You’re on the waiting list (place 3).')
  await expect.element(button('Going')).toHaveAttribute('aria-pressed', 'true')
  await button('Remove my RSVP').click()
  await expect.element(button('Going')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(shown).not.toContain('waiting list (place')
})

test.each([
  ['that was canceled', { isCancelled: true }, 'This event was canceled.'],
  ['that is over', { startAt: Date.now() - 7 * hourMs }, 'This event is over.'],
  ['without RSVPs', { hasRsvps: false }, 'The organizers don’t take RSVPs here.'],
])('an answer to one %s is refused in words, and nothing is kept', async (_what, over, words) => {
  const { device } = await openTestDevice()
  const event = anEvent(over)
  device.hint(posts, aPost({ id: event.id, kind: 'event' }))
  await show(box(event))
  await button('Going').click()
  await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  expect(await device.read.get(rsvps, rsvpId(device.account ?? '', event.id))).toBeUndefined()
})

test('a page that a device has made says that the others are not here', async () => {
  asVisitor()
  await show(box(anEvent(), { answers: null, may: 'sign-in-first' }))
  await expect.poll(shown).toMatch(/Connect to see who else is coming\.$/u)
})

test('an answer is made private by one tick, without a network too, and the name is marked for its owner alone', async () => {
  const { device } = await openTestDevice()
  network.isOffline = true
  const event = anEvent()
  device.hint(posts, aPost({ id: event.id, kind: 'event' }))
  await show(box(event))
  const tick = page.getByRole('checkbox', { name: 'Only the organizers see my name' })
  const stored = () => device.read.get(rsvps, rsvpId(device.account ?? '', event.id))
  // Nothing was answered yet: the box alone says nothing.
  await tick.click()
  expect(await stored()).toBeUndefined()
  await button('Going').click()
  await expect.poll(shown).toMatch(/Going \(2\)Ben, Mia \(private\)$/u)
  expect(await stored()).toMatchObject({ answer: 'going', isPrivate: true })
  await expect.element(tick).toBeChecked()
  await expectAccessible()
  await tick.click()
  await expect.poll(shown).toMatch(/Going \(2\)Ben, Mia$/u)
  const row = await stored()
  expect([row?.answer, row?.isPrivate ?? false]).toEqual(['going', false])
})

test('a visitor has a form of their own, which is read out as one', async () => {
  asVisitor()
  await show(box(anEvent(), { may: 'sign-in-first', forGuests: true }))
  await expect.element(page.getByRole('form', { name: 'RSVP without an account' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Your RSVP' })).toBeVisible()
  await expectAccessible()
})
