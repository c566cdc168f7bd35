import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { changeKey } from '#shared/events/change-mutations.ts'
import type { Event } from '#shared/events/schema.ts'
import { eventDetails, events } from '#shared/events/schema.ts'
import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, T0 } from '#shared/testing/factories.ts'
import { inTouch } from '../../data/connection.ts'
import { currentPictureStore } from '../../data/own-pictures/picture-store.ts'
import { untilUploaded } from '../../data/pictures-own.ts'
import { outbox } from '../../data/outbox.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, nextId, show } from '../../testing/dom.tsx'
import { fieldsOf, network } from '../../testing/network.ts'
import { factsOf } from './event-facts.ts'
import EventOfPost from './shows/event.tsx'

const anEvent = (over: Partial<Event> = {}): Event => ({
  ...{ id: nextId(), starts: '2099-12-03T19:00', ends: '', zone: 'UTC', startAt: Date.UTC(2099, 11, 3, 19), endAt: null, isOnline: false },
  ...{ location: 'Bryggen 1', joinUrl: null, type: null, groupId: null, hasRsvps: true, isCancelled: false, isListed: true, sequence: 0 },
  ...{ latitude: null, longitude: null, capacity: null, registerUrl: null, contact: 'Ask Mia', pictureUrl: null, pictureAlt: '' },
  ...{ createdAt: T0, changedAt: T0 },
  ...over,
})

const action = '/api/form/events.put'

/** As the server drew it for Mia, whose event it is; the form is open. */
async function showForm(over: Partial<Event> = {}, pictures: { src: string; of: string }[] = []) {
  const { device, server } = await openTestDevice()
  const event = anEvent(over)
  device.hint(posts, aPost({ id: event.id, kind: 'event', authorId: device.account ?? '' }))
  const rest = { repeats: null, picture: null, copy: null, group: null, calendar: null, door: null, rsvps: null }
  const fields = detailFields(eventDetails).map((field) => (field.name === 'zone' ? { ...field, choices: { UTC: 'UTC' } } : field))
  const form = { fields, typed: typedDetails(eventDetails, event as Required<Event>), pictures, event }
  await show(<EventOfPost {...{ given: { postId: event.id }, page: { id: event.id, ...factsOf(event, T0), ...rest, form } }} />)
  await page.getByText('Edit event details').click()
  return { device, server, event }
}

const field = (label: string) => page.getByLabelText(label, { exact: true })
const save = () => page.getByRole('button', { name: 'Save' }).click()
const facts = () => document.querySelector('.facts')?.textContent ?? ''
const queued = () => outbox.get().waiting.filter(({ name }) => name === 'events.change')

test('without a network what was changed is queued, and no more; it stands above the form as not sent yet', async () => {
  const { device, server, event } = await showForm()
  network.isOffline = true
  server.isReached(false)
  await field('Location').fill('Bryggen 2')
  await field('Link to join').fill('https://meet.example/walk')
  await save()
  await expect
    .poll(() => queued().map(({ args }) => args))
    .toEqual([{ id: event.id, changed: { location: 'Bryggen 2', joinUrl: 'https://meet.example/walk' } }])
  await expect.poll(facts).toContain('Bryggen 2')
  expect(facts()).toContain('https://meet.example/walk')
  expect(facts()).not.toContain('Bryggen 1')
  await expect.element(page.getByText(/^Your changes: not sent yet/u)).toBeVisible()
  expect(await device.read.get(events, event.id)).toMatchObject({ location: 'Bryggen 2', contact: 'Ask Mia' })
  await expectAccessible()
})

test('what cannot be is refused at its field without a network too, and nothing is queued', async () => {
  const { server } = await showForm()
  network.isOffline = true
  server.isReached(false)
  await field('End').fill('2099-12-03T18:00')
  await save()
  await expect.element(field('End')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByText('Enter an end at or after the start, at most a year later.').first()).toBeVisible()
  expect(queued()).toEqual([])
  expect(facts()).toContain('Bryggen 1')
})

test('a change that the server refuses leaves what the page said', async () => {
  const { server, event } = await showForm()
  network.isOffline = true
  server.isReached(false)
  await field('Location').fill('Bryggen 2')
  await save()
  await expect.poll(facts).toContain('Bryggen 2')
  const [first] = queued()
  await server.refuses(first?.n ?? 0, { code: 'not-allowed', reason: 'not-yours', field: null, retryAfterMs: null })
  await expect.poll(() => outbox.get().pendingByAbout.has(changeKey(event.id))).toBe(false)
  await expect.poll(facts).toContain('Bryggen 1')
  expect(page.getByText(/^Your changes:/u).elements()).toEqual([])
})

test('another picture is not chosen without a network, and that is said', async () => {
  const { server } = await showForm({}, [{ src: links.picture(nextId()), of: 'Winter walk' }])
  network.isOffline = true
  server.isReached(false)
  await page.getByRole('combobox', { name: 'Picture source' }).selectOptions('From “Winter walk”')
  await save()
  await expect.element(page.getByText('You’re offline, so nothing was changed.')).toBeVisible()
  expect(queued()).toEqual([])
})

/** A picture from this device, chosen in the form. */
async function withPicture() {
  const src = links.picture(nextId())
  await showForm({}, [{ src, of: 'Winter walk' }])
  inTouch()
  const id = src.split('/').at(-1) ?? ''
  const fact = { id, type: 'image/webp', width: 9, height: 9, bytes: 1, addedAt: 1, lastUsed: 1, notBefore: 0 } as const
  const store = currentPictureStore() ?? expect.fail()
  await store.files.put({ ...fact, state: 'waiting', fault: null }, new ArrayBuffer(1))
  await page.getByRole('combobox', { name: 'Picture source' }).selectOptions('From “Winter walk”')
  await save()
  await expect.poll(() => document.querySelector(`form[action="${action}"]`)?.getAttribute('aria-busy')).toBe('true')
  expect(network.asked(action)).toEqual([])
  return { store, id, src, fact }
}

test('a form whose picture is still on its way is sent by itself once the server has it', async () => {
  const { store, id, src, fact } = await withPicture()
  network.answers(action, { json: { ok: true, location: '/' } })
  await store.files.change(id, () => ({ ...fact, state: 'sent', fault: null }))
  store.tell(id, { kind: 'sent' })
  await expect.poll(() => network.asked(action).length).toBe(1)
  expect(fieldsOf(network.asked(action)[0])).toMatchObject({ pictureUrl: src, location: 'Bryggen 1' })
})

test('a picture that is stuck on its way is not waited for without end', async () => {
  const { src } = await withPicture()
  expect(await untilUploaded(src, 20)).toBe('late')
})

test('one whose picture the server will not take is refused in words, and not sent', async () => {
  const { store, id, fact } = await withPicture()
  await store.files.change(id, () => ({ ...fact, state: 'refused', fault: 'broken' }))
  store.tell(id, { kind: 'refused', fault: 'broken' })
  await expect.element(page.getByText('This picture can’t be used. Choose another.')).toBeVisible()
  expect(network.asked(action)).toEqual([])
})
