import { beforeEach, describe, expect, test } from 'vitest'
import type { FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { mailServer } from '#server/mail/testing/mail-server.ts'
import { firstWaiting } from '#server/mail/waiting-mails.ts'
import { guestLimits } from '#shared/events/guest-limits.ts'
import { eventGuests, guestMailings } from '#shared/events/guest-schema.ts'
import { events } from '#shared/events/schema.ts'
import { wallAt } from '#shared/events/zones.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { T0 } from '#shared/testing/factories.ts'
import { forgetGuests, mailGuests } from './guest-jobs.ts'
import { readGuest, guestIdOf, signGuest } from './guest-tokens.ts'
import { fillSeats, remindOfNear } from './jobs.ts'

let site: FeatureSite
let mails: Awaited<ReturnType<typeof mailServer>>
let ada: ReturnType<FeatureSite['browser']>
let eventId = ''
let others = 0

const startAt = T0 + 3 * dayMs
const when = {
  ...{ starts: wallAt(startAt, 'UTC'), ends: '', zone: 'UTC', location: 'Bryggen 1', joinUrl: '', type: '', groupId: '', hasRsvps: 'on' },
  capacity: '1',
}

beforeEach(async () => {
  mails = await mailServer()
  site = await featureSite({ SMTP_URL: mails.url, HOST: '127.0.0.1', TRUST_PROXY: '1' })
  ada = site.browser()
  await ada.signUp('Ada')
  const text = { title: 'Winter walk', markdown: 'Bring a lamp.' }
  const made = await ada.form('events.make', { id: '', revisionId: '', ...text, ...when, from: '/newEvent' })
  eventId = /events\/([0-9a-z]{26})/u.exec(made.headers['location'] ?? '')?.[1] ?? ''
  const rest = { lang: 'en', tags: '', linkUrl: '', writtenOn: '', kind: 'event', from: '/' }
  await ada.form('posts.publish', { postId: eventId, ...text, ...rest })
})

const change = (over: Record<string, string>) => ada.form('events.put', { id: eventId, ...when, ...over, from: '/' })
const rsvp = (email: string, over: Record<string, string> = {}, address = '192.0.2.1') =>
  site.browser(address).form('guests.answer', { eventId, guestName: 'Gus', email, answer: 'going', from: '/', ...over })
const guests = () =>
  site.store.read((read) =>
    read.list(defineQuery({ table: eventGuests, index: ['eventId', 'id'], equals: [eventId], order: 'ascending', limit: 1_000 })),
  )
const guest = async (email: string) => (await guests()).find((one) => one.email === email)
const counted = async () => (await site.store.read((read) => read.get(events, eventId)))?.guests
const jobs = () => ({ store: site.store, writer: site.writer, apply: site.writer.apply.bind(site.writer) })
const mailAll = () => mailGuests(jobs(), site.clock.now)

/** What is in line goes out: another mail has the line looked at. */
async function mailTo(email: string): Promise<readonly string[]> {
  await site.browser(`198.51.100.${(others += 1) % 200}`).signUp(`Other${others}`)
  await expect.poll(async () => (await site.store.read((read) => read.list(firstWaiting(5)))).length).toBe(0)
  return mails.received.flatMap(({ to, raw }) => (to === email ? [raw] : []))
}
const subjects = async (email: string) => (await mailTo(email)).map((raw) => /^Subject: (.*?)\r$/mu.exec(raw)?.[1])

const linkIn = (raw: string | undefined): string => /\/rsvp\/[\w-]{60,}/u.exec(raw ?? '')?.[0] ?? '/rsvp/none'
const post = (link: string, fields: Record<string, string>) =>
  site.browser().send('POST', link, { 'content-type': 'application/x-www-form-urlencoded' }, new URLSearchParams(fields).toString())
const said = { name: 'Gus', answer: 'going' }

/** One who has confirmed; the link of the mail. */
async function aGuest(email: string, fields: Record<string, string> = said): Promise<string> {
  expect((await rsvp(email, {}, `203.0.113.${(others += 1) % 200}`)).headers['location']).toBe('/rsvp/sent')
  await expect.poll(() => guest(email)).toBeDefined()
  const link = linkIn((await mailTo(email)).at(-1))
  expect((await post(link, fields)).status).toBe(200)
  return link
}

test('an answer counts once the button behind the mailed link is pressed, is changed by it and taken back', async () => {
  expect((await site.browser().get('/rsvp/sent')).text).toContain('Check your mail')
  expect((await rsvp('gus@example.org', { isPrivate: 'true' })).headers['location']).toBe('/rsvp/sent')
  await expect.poll(() => guest('gus@example.org')).toMatchObject({ status: 'pending', isPrivate: true })
  const [asking] = await mailTo('gus@example.org')
  expect(asking).toContain('Subject: Confirm your RSVP: Winter walk')
  // A stranger may have typed the address: no word of theirs is mailed.
  expect(asking).not.toContain('Gus')
  const link = linkIn(asking)
  const opened = await site.browser().get(link)
  expect([opened.status, opened.headers['cache-control'], opened.headers['referrer-policy']]).toEqual([
    200,
    'private, no-store',
    'same-origin',
  ])
  expect(opened.text).toContain('Confirm my RSVP')
  expect(await counted()).toBeUndefined()

  // Pressed twice it is one answer, in its first place.
  for (const later of [0, 5]) {
    site.clock.now += later
    expect((await post(link, { ...said, isPrivate: 'true' })).text).toContain('Your RSVP is saved')
  }
  expect(await guests()).toMatchObject([{ status: 'going', isPrivate: true, at: T0 }])
  expect(await counted()).toEqual({ going: 1, waiting: 0, maybe: 0, no: 0 })
  expect((await post(link, { name: '<b>Gus', answer: 'maybe' })).text).toContain('value="&lt;b&gt;Gus"')
  expect(await guests()).toMatchObject([{ status: 'maybe', name: '<b>Gus', isPrivate: false }])
  expect((await post(link, { do: 'takeBack' })).text).toContain('Nothing of it is kept')
  expect([await guests(), await counted()]).toEqual([[], { going: 0, waiting: 0, maybe: 0, no: 0 }])
  // The old link leads to nothing, and brings nothing back.
  expect([(await site.browser().get(link)).status, (await post(link, said)).status]).toEqual([400, 400])
  expect(await guests()).toEqual([])
})

test('the form answers the same for each address, and changes nothing that was confirmed', async () => {
  await aGuest('gus@example.org')
  const answers = [
    await rsvp('new@example.org'),
    await rsvp('gus@example.org', { guestName: 'Eve', answer: 'no' }),
    await rsvp('ada@example.org'),
  ]
  expect(new Set(answers.map(({ status, headers, text }) => JSON.stringify([status, headers['location'], text])))).toHaveProperty('size', 1)
  await expect.poll(async () => (await guests()).length).toBe(3)
  expect(await guest('gus@example.org')).toMatchObject({ name: 'Gus', status: 'going' })
  expect(await subjects('gus@example.org')).toEqual(['Confirm your RSVP: Winter walk', 'Your RSVP: Winter walk'])
  // One for each address, however it is spelt.
  await rsvp('NEW@example.org', { guestName: 'Nell' })
  await expect.poll(async () => (await guests()).map(({ name }) => name).toSorted()).toEqual(['Gus', 'Gus', 'Nell'])
})

describe('refused, with what was typed kept', () => {
  const page = async (fields: Record<string, string>) => {
    const answer = await rsvp(fields['email'] ?? 'gus@example.org', { from: `/events/${eventId}`, ...fields })
    return [answer.status, answer.headers['location']]
  }
  test.each([
    ['no address', { email: 'gus@' }],
    ['two addresses', { email: 'gus@example.org,eve@example.org' }],
    ['no name', { guestName: ' ' }],
    ['a name too long', { guestName: 'x'.repeat(guestLimits.name + 1) }],
    ['a control character', { guestName: 'Gus\u0007' }],
    ['an override of direction', { guestName: 'Gus\u202E' }],
    ['another answer', { answer: 'waiting' }],
    ['a field that there is not', { status: 'going' }],
  ])('%s', async (_what, fields: Record<string, string>) => {
    expect((await page(fields))[0]).toBe(400)
    expect(await guests()).toEqual([])
  })

  test.each([
    ['a canceled event', { isCancelled: 'on' }],
    ['one that takes no answers', { hasRsvps: '' }],
    ['one that is over', { starts: wallAt(T0 - dayMs, 'UTC') }],
  ])('%s', async (_what, over: Record<string, string>) => {
    expect((await change(over)).status).toBe(303)
    expect((await rsvp('gus@example.org')).status).toBe(403)
    expect(await guests()).toEqual([])
  })

  test('a draft, and what is no event', async () => {
    await ada.form('posts.unpublish', { postId: eventId, from: '/' })
    expect((await rsvp('gus@example.org')).status).toBe(404)
    expect((await rsvp('gus@example.org', { eventId: guestIdOf('x', 'y').slice(0, 26) })).status).toBe(404)
  })

  test('more than enough that nobody confirms', async () => {
    await site.store.write(async ({ tx }) => {
      for (let n = 0; n < guestLimits.pending; n += 1) {
        const row = {
          eventId,
          email: `n${n}@example.org`,
          name: 'N',
          answer: 'going',
          status: 'pending',
          isPrivate: false,
          at: T0,
        } as const
        await tx.put(eventGuests, { id: guestIdOf(eventId, row.email), ...row })
      }
    })
    expect((await rsvp('gus@example.org')).status).toBe(403)
  })

  test('too many of a network; and one address is mailed three times at most', async () => {
    for (let n = 0; n < 20; n += 1) expect((await rsvp(`g${n}@example.org`)).status).toBe(303)
    expect((await rsvp('more@example.org')).status).toBe(429)
    for (let n = 0; n < 5; n += 1) await rsvp('one@example.org', {}, `203.0.113.${n}`)
    await expect.poll(async () => (await mailTo('one@example.org')).length).toBe(3)
  })

  test('at the link: a wrong name or answer, an event that ended meanwhile, and a link that is not ours', async () => {
    const link = await aGuest('gus@example.org')
    const wrong = await post(link, { name: '', answer: 'maybe' })
    expect([wrong.status, wrong.text.includes('Enter a name of 1 to 80 characters.')]).toEqual([400, true])
    expect(wrong.text).toContain('value="maybe" checked')
    expect((await post(link, { name: 'Gus', answer: 'waiting' })).text).toContain('Choose an RSVP.')
    await change({ isCancelled: 'on' })
    expect((await post(link, { name: 'Gus', answer: 'no' })).status).toBe(403)
    expect(await guests()).toMatchObject([{ status: 'going' }])
    for (const token of [
      'none',
      `${link.slice(6, 70)}-${'A'.repeat(43)}`,
      link.slice(6).replace(/^./u, (sign) => (sign === 'a' ? 'b' : 'a')),
    ])
      expect((await post(`/rsvp/${token}`, { do: 'takeBack' })).status).toBe(400)
    expect((await post(link, { do: 'takeBack' })).status).toBe(200)
    expect(await guests()).toEqual([])
  })
})

describe('where places are limited', () => {
  test('guests and members wait in one order, move up by themselves, and get one mail when they do', async () => {
    const first = await aGuest('gus@example.org')
    site.clock.now += 1
    const second = await aGuest('wim@example.org', { name: 'Wim', answer: 'going' })
    expect((await site.browser().get(second)).text).toContain('place 1')
    site.clock.now += 1
    const ben = site.browser('192.0.2.9')
    await ben.signUp('Ben')
    await ben.form('rsvps.set', { postId: eventId, answer: 'going', from: '/' })
    site.clock.now += 1
    await aGuest('eve@example.org', { name: 'Eve', answer: 'going' })
    expect(await counted()).toEqual({ going: 1, waiting: 2, maybe: 0, no: 0 })
    await post(first, { do: 'takeBack' })
    expect((await guest('wim@example.org'))?.status).toBe('going')
    await change({ capacity: '2' })
    const benId = (await ben.me()).viewer.userId ?? ''
    expect(await rsvpStatus(benId)).toBe('going')
    expect((await guest('eve@example.org'))?.status).toBe('waiting')
    for (const _again of [1, 2, 3]) await Promise.all([mailAll(), fillSeats(jobs(), site.clock.now)])
    expect(await subjects('wim@example.org')).toEqual(['Confirm your RSVP: Winter walk', 'You have a place: Winter walk'])
    expect(await subjects('eve@example.org')).toHaveLength(1)
  })
})

const rsvpStatus = async (userId: string) => {
  const { rsvpId, rsvps } = await import('#shared/events/schema.ts')
  return (await site.store.read((read) => read.get(rsvps, rsvpId(userId, eventId))))?.answer
}

describe('those who said yes or maybe, and who wait', () => {
  test('are mailed of another time and of its cancellation once, whichever nodes look for it; who said no is not', async () => {
    await aGuest('gus@example.org')
    await aGuest('wim@example.org', { name: 'Wim', answer: 'going' })
    await aGuest('may@example.org', { name: 'May', answer: 'maybe' })
    await aGuest('non@example.org', { name: 'Non', answer: 'no' })
    await rsvp('pen@example.org')
    await change({ starts: wallAt(startAt + hourMs, 'UTC') })
    await Promise.all([mailAll(), mailAll(), mailAll()])
    for (const email of ['gus@example.org', 'wim@example.org', 'may@example.org'])
      expect([email, (await subjects(email)).slice(1)]).toEqual([email, ['Changed: Winter walk']])
    await change({ isCancelled: 'on' })
    await mailAll()
    expect((await subjects('gus@example.org')).at(-1)).toBe('Canceled: Winter walk')
    for (const email of ['non@example.org', 'pen@example.org']) expect(await subjects(email)).toHaveLength(1)
    expect(await site.store.read((read) => read.list(allMailings))).toEqual([])
  })

  test('hear nothing that is no longer so when it is their turn', async () => {
    await aGuest('gus@example.org')
    await change({ isCancelled: 'on' })
    await change({})
    await mailAll()
    expect((await subjects('gus@example.org')).slice(1)).toEqual(['Takes place after all: Winter walk'])
  })

  test('are reminded once within a day; who waits is not', async () => {
    const link = await aGuest('gus@example.org')
    await aGuest('wim@example.org', { name: 'Wim', answer: 'going' })
    site.clock.now = startAt - hourMs
    for (const _again of [1, 2]) await Promise.all([remindOfNear(jobs(), site.clock.now), remindOfNear(jobs(), site.clock.now)])
    for (const _again of [1, 2]) await mailAll()
    const raw = (await mailTo('gus@example.org')).slice(1)
    expect(raw).toHaveLength(1)
    expect(raw[0]).toContain('starts within 24 hours')
    expect(linkIn(raw[0])).toBe(link)
    expect(await subjects('wim@example.org')).toHaveLength(1)
  })
})

const allMailings = defineQuery({ table: guestMailings, index: ['at'], equals: [], order: 'ascending', limit: 10 })

test('what nobody confirmed is erased after 48 hours, and all guests 30 days after the event; their number stays', async () => {
  await aGuest('gus@example.org')
  await rsvp('pen@example.org')
  await expect.poll(async () => (await guests()).length).toBe(2)
  site.clock.now += guestLimits.pendingMs
  await forgetGuests(jobs(), site.clock.now)
  expect(await guests()).toHaveLength(2)
  site.clock.now += 1
  await forgetGuests(jobs(), site.clock.now)
  expect((await guests()).map(({ email }) => email)).toEqual(['gus@example.org'])
  site.clock.now = startAt + 30 * dayMs - 1
  await forgetGuests(jobs(), site.clock.now)
  expect(await guests()).toHaveLength(1)
  site.clock.now += 1
  await forgetGuests(jobs(), site.clock.now)
  expect([await guests(), (await counted())?.going]).toEqual([[], 1])
})

test('a right in a mail is one guest’s, and nobody makes one', () => {
  const id = guestIdOf('event', 'Gus@Example.org')
  expect(id).toBe(guestIdOf('event', 'gus@example.org'))
  expect(id).not.toBe(guestIdOf('other', 'gus@example.org'))
  const token = signGuest('key', id)
  expect([readGuest('key', token), readGuest('other', token), readGuest('key', `${token}x`), readGuest('key', id)]).toEqual([
    id,
    null,
    null,
    null,
  ])
})
