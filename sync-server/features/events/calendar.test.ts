import ical from 'node-ical'
import { expect, test } from 'vitest'
import { idIn } from '#server/features/testing/essays.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'

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
