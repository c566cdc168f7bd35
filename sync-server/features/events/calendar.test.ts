import ical from 'node-ical'
import { describe, expect, test } from 'vitest'
import { idIn } from '#server/features/testing/essays.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { loggableUrl } from '#server/http/log.ts'

const group = { id: '', name: 'Bergen', otherName: '', organizers: 'Ada', location: 'Bergen', latitude: '', longitude: '', markdown: '' }
const said = {
  ...{ id: '', revisionId: '', title: 'Winter walk', starts: '2026-12-03T19:00', ends: '2026-12-03T21:00', zone: 'Europe/Oslo' },
  ...{ location: 'Bryggen 1', joinUrl: '', type: 'social', hasRsvps: 'on', markdown: 'Bring a *lamp*.', from: '/newEvent' },
}

const eventsIn = (text: string) =>
  Object.values(ical.sync.parseICS(text)).flatMap((found) =>
    found?.type === 'VEVENT' ? [[found.summary, found.status, Number(found.sequence), found.start.toISOString()]] : [],
  )

test('an event and its group are calendars for everybody once it is published, and say that it was canceled, and not who comes', async () => {
  const site = await featureSite()
  const [ada, ben, visitor] = [site.browser(), site.browser(), site.browser()]
  await ada.signUp('Ada')
  await ben.signUp('Answering')
  const made = { ...group, links: '', contact: '', color: '', isActive: 'on', from: '/allgroups' }
  const groupId = idIn((await ada.form('localGroups.put', made)).headers['location'])
  const id = idIn((await ada.form('events.make', { ...said, groupId })).headers['location'])
  const [own, ofGroup] = [`/events/${id}.ics`, `/groups/${groupId}.ics`]
  expect((await visitor.get(own)).status).toBe(404)
  expect(eventsIn((await visitor.get(ofGroup)).text)).toEqual([])

  const text = { title: said.title, markdown: said.markdown, lang: 'en', tags: '', linkUrl: '', writtenOn: '', from: '/' }
  expect((await ada.form('posts.publish', { ...text, postId: id, kind: 'event' })).status).toBe(303)
  expect((await ben.form('rsvps.set', { postId: id, answer: 'going', from: '/' })).status).toBe(303)
  const walk = ['Winter walk', 'CONFIRMED', 0, '2026-12-03T18:00:00.000Z']
  for (const path of [own, ofGroup]) {
    const { status, headers, text: body } = await visitor.get(path)
    expect([status, headers['content-type'], eventsIn(body)]).toEqual([200, 'text/calendar; charset=utf-8', [walk]])
    expect(body).not.toContain('Answering')
  }

  const { title: _title, markdown: _text, revisionId: _revision, ...details } = said
  const moved = { ...details, id, groupId, starts: '2026-12-04T19:00', ends: '', isCancelled: 'on' }
  expect((await ada.form('events.put', moved)).status).toBe(303)
  for (const path of [own, ofGroup])
    expect(eventsIn((await visitor.get(path)).text)).toEqual([['Winter walk', 'CANCELLED', 1, '2026-12-04T18:00:00.000Z']])
})

test('there is nothing at the addresses of others', async () => {
  const site = await featureSite()
  for (const id of ['x', '0'.repeat(26), '..%2f'])
    for (const path of [`/events/${id}.ics`, `/groups/${id}.ics`])
      expect([path, (await site.browser().get(path)).status]).toEqual([path, 404])
})

describe('a member’s own calendar', () => {
  const text = { title: said.title, markdown: said.markdown, lang: 'en', tags: '', linkUrl: '', writtenOn: '', from: '/' }

  /** Ada organizes a walk, to which Ben goes; he may go to a talk, and says no to a course. */
  async function scene() {
    const site = await featureSite()
    const [ada, ben, visitor] = [site.browser(), site.browser(), site.browser()]
    await ada.signUp('Ada')
    await ben.signUp('Ben')
    const ids: string[] = []
    for (const [title, answer] of [
      ['Walk', 'going'],
      ['Talk', 'maybe'],
      ['Course', 'no'],
    ] as const) {
      // oxfmt-ignore
      const id = idIn((await ada.form('events.make', { ...said, title, groupId: '' })).headers['location'])
      expect((await ada.form('posts.publish', { ...text, title, postId: id, kind: 'event' })).status).toBe(303)
      expect((await ben.form('rsvps.set', { postId: id, answer, from: '/' })).status).toBe(303)
      ids.push(id)
    }
    const [walk = '', talk = ''] = ids
    return { site, ada, ben, visitor, walk, talk }
  }

  const pathIn = (page: string): string => /"webcal:\/\/[^/"]+(\/calendar\.ics\?key=[\w-]{43})"/u.exec(page)?.[1] ?? ''
  const newAddress = async (who: Awaited<ReturnType<typeof scene>>['ben']): Promise<string> => {
    const { status, text: page } = await who.form('calendars.renew', { from: '/account?tab=calendar' })
    expect(status).toBe(200)
    return pathIn(page)
  }
  const titles = async (who: Awaited<ReturnType<typeof scene>>['visitor'], path: string) =>
    eventsIn((await who.get(path)).text)
      .map(([title, status, sequence]) => `${String(title)} ${String(status)} ${String(sequence)}`)
      .toSorted()

  test('has what they go to or may go to, and what they organize; nothing that was taken back, and says what was canceled', async () => {
    const { ada, ben, visitor, walk, talk } = await scene()
    const path = await newAddress(ben)
    expect(await titles(visitor, path)).toEqual(['Talk TENTATIVE 0', 'Walk CONFIRMED 0'])
    const organized = await newAddress(ada)
    expect(await titles(visitor, organized)).toEqual(['Course CONFIRMED 0', 'Talk CONFIRMED 0', 'Walk CONFIRMED 0'])
    const uids = async (at: string) => [...(await visitor.get(at)).text.matchAll(/UID:(\S+)/gu)].map(([, uid]) => uid)
    expect(await uids(path)).toEqual(expect.arrayContaining(await uids(`/events/${walk}.ics`)))
    const { title: _title, markdown: _text, revisionId: _revision, ...details } = said
    expect((await ada.form('events.put', { ...details, id: walk, groupId: '', isCancelled: 'on' })).status).toBe(303)
    expect((await ada.form('posts.unpublish', { postId: talk, from: '/' })).status).toBe(303)
    expect(await titles(visitor, path)).toEqual(['Walk CANCELLED 1'])
    // Drafts are their author's to read, and in nobody's calendar.
    expect(await titles(visitor, organized)).toEqual(['Course CONFIRMED 0', 'Walk CANCELLED 1'])
  })

  test('is at an address that no copy is kept of, and that no page shows again', async () => {
    const { ben, visitor } = await scene()
    const path = await newAddress(ben)
    const { headers } = await visitor.get(path)
    expect(headers).toMatchObject({
      ...{ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' },
      'referrer-policy': 'no-referrer',
    })
    const account = await ben.get('/account?tab=calendar')
    expect(account.status).toBe(200)
    expect(pathIn(account.text)).toBe('')
    expect(loggableUrl(path)).toBe('/calendar.ics?key=…')
  })

  test('old, ended, wrong and empty addresses are one answer', async () => {
    const { ben, visitor } = await scene()
    const old = await newAddress(ben)
    const second = await newAddress(ben)
    expect((await visitor.get(second)).status).toBe(200)
    const answers = [
      old,
      `/calendar.ics?key=${'a'.repeat(43)}`,
      `/calendar.ics?key=${'a'.repeat(3_000)}`,
      '/calendar.ics?key=',
      '/calendar.ics',
    ]
    expect((await ben.form('calendars.end', { from: '/account?tab=calendar' })).status).toBe(303)
    const found = await Promise.all([...answers, second].map((path) => visitor.get(path)))
    const told = found.map(({ status, headers, text: body }) => [status, headers['cache-control'], headers['content-type'], body])
    expect(new Set(told.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(told[0])]))
    expect(told[0]?.[0]).toBe(404)
  })

  test('ends when its member is signed out everywhere; visitors have none', async () => {
    const { ben, visitor } = await scene()
    const path = await newAddress(ben)
    expect((await ben.form('accounts.endOtherSessions', { from: '/account?tab=sessions' })).status).toBe(303)
    expect((await visitor.get(path)).status).toBe(404)
    expect((await visitor.form('calendars.renew', { from: '/' })).status).not.toBe(200)
  })
})

describe('a calendar of events near a place', () => {
  test('has those within its radius, over 180° too, and none that is far, nowhere or a draft', async () => {
    const site = await featureSite()
    const [ada, visitor] = [site.browser(), site.browser()]
    await ada.signUp('Ada')
    const text = { markdown: said.markdown, lang: 'en', tags: '', linkUrl: '', writtenOn: '', from: '/' }
    const make = async (title: string, latitude: string, longitude: string, isPublished = true) => {
      const id = idIn((await ada.form('events.make', { ...said, title, groupId: '', latitude, longitude })).headers['location'])
      if (isPublished) expect((await ada.form('posts.publish', { ...text, title, postId: id, kind: 'event' })).status).toBe(303)
    }
    await make('Quay', '-17', '179.9')
    await make('Reef', '-17', '-179.9')
    await make('Town', '-18.1', '178.4')
    await make('Anywhere', '', '')
    await make('Draft', '-17', '179.9', false)
    const near = async (query: string) => {
      const { status, headers, text: body } = await visitor.get(`/nearby.ics?${query}`)
      return [status, headers['content-type'], eventsIn(body).map(([title]) => title).toSorted()] // oxfmt-ignore
    }
    const calendar = 'text/calendar; charset=utf-8'
    expect(await near('lat=-17.001&lng=179.9&radius=40')).toEqual([200, calendar, ['Quay', 'Reef']])
    expect(await near('lat=-17&lng=179.9&radius=400')).toEqual([200, calendar, ['Quay', 'Reef', 'Town']])
    expect(await near('lat=-17&lng=179.9&radius=1')).toEqual([200, calendar, ['Quay']])
    for (const wrong of ['lat=91&lng=0', 'lat=0&lng=181', 'lat=0&lng=0&radius=5000', 'lat=&lng=', 'lat=x&lng=0'])
      expect([wrong, (await visitor.get(`/nearby.ics?${wrong}`)).status]).toEqual([wrong, 404])
  })
})
