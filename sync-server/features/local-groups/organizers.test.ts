import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { rsvpsOf } from '#shared/events/queries.ts'
import { events } from '#shared/events/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { allLocalGroups, postsOfGroup } from '#shared/local-groups/queries.ts'
import { posts } from '#shared/posts/schema.ts'

let site: FeatureSite
/** The first runs the place; Ben organizes the group, Cleo's is the event. */
let ada: Browser
let ben: Browser
let cleo: Browser
let dan: Browser
let groupId = ''
let eventId = ''

const group = {
  ...{ id: '', name: 'Bergen', otherName: '', organizers: 'Ben', location: 'Bergen', latitude: '', longitude: '', markdown: 'We walk.' },
  ...{ links: '', contact: '', color: '', isActive: 'on', from: '/allgroups' },
}
const when = { starts: '2030-12-03T19:00', ends: '', zone: 'UTC', location: 'Bryggen 1', joinUrl: '', type: '', hasRsvps: 'on' }
const text = { title: 'Lanterns at the quay', markdown: 'Bring a lamp.' }
const rest = { lang: 'en', tags: '', linkUrl: '', writtenOn: '', kind: 'event', from: '/' }
const secret = 'Lanterns at the quay'

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  await ada.signUp('Ada')
  ;[ben, cleo, dan] = [site.browser(), site.browser(), site.browser()]
  for (const [browser, name] of [
    [ben, 'Ben'],
    [cleo, 'Cleo'],
    [dan, 'Dan'],
  ] as const)
    await browser.signUp(name)
  await ben.form('localGroups.put', group)
  groupId = (await site.store.read((read) => read.list(allLocalGroups())))[0]?.id ?? ''
  const made = await cleo.form('events.make', { id: '', revisionId: '', ...text, ...when, groupId, from: '/newEvent' })
  eventId = /events\/([0-9a-z]{26})/u.exec(made.headers['location'] ?? '')?.[1] ?? ''
})

const change = (browser: Browser, over: Record<string, string>) =>
  browser.form('events.put', { id: eventId, ...when, groupId, ...over, from: '/' })
const event = () => site.store.read((read) => read.get(events, eventId))
const organizers = (names: string) => ada.form('localGroups.put', { ...group, id: groupId, organizers: names })
const publish = () => cleo.form('posts.publish', { postId: eventId, ...text, ...rest })
const addresses = () => [
  links.localGroup(groupId),
  links.post({ id: eventId, slug: null, kind: 'event' }),
  links.editPost(eventId),
  `/g/${groupId}/p/${eventId}`,
  links.doorList(eventId),
  links.eventCalendar(eventId),
  links.groupCalendar(groupId),
  links.upcomingEvents(),
  links.community(),
  '/groups-map',
  '/search?query=lanterns',
  '/feed.xml',
  '/allPosts',
  `${links.localGroup(groupId)}.md`,
  `/api/v1/posts/${eventId}`,
]
/** On which of them the draft's title is. */
async function showing(browser: Browser): Promise<readonly string[]> {
  const found: string[] = []
  for (const address of addresses()) if ((await browser.get(address)).text.includes(secret)) found.push(address)
  return found
}

describe('a draft of an event in a group', () => {
  test('is on the group’s page and its own for the organizers, and nowhere for others; former ones lose it', async () => {
    const [page, own, edit, inGroup, door] = addresses()
    expect(await showing(ben)).toEqual([page, edit, door])
    expect((await ben.get(own ?? '')).status).toBeLessThan(400)
    expect((await ben.get(inGroup ?? '')).status).toBeLessThan(400)
    for (const browser of [site.browser(), dan, ada]) expect(await showing(browser)).toEqual([])
    expect((await organizers('Dan')).status).toBe(303)
    expect(await showing(ben)).toEqual([])
    expect(await showing(dan)).toEqual([page, edit, door])
    expect((await change(ben, { location: 'Nowhere' })).status).toBe(404)
    expect((await change(dan, { location: 'Bryggen 2' })).status).toBe(303)
    expect(await event()).toMatchObject({ location: 'Bryggen 2' })
  })

  test('is theirs to cancel once it is published, with its list for the door and private answers', async () => {
    expect((await publish()).status).toBe(303)
    await dan.form('rsvps.set', { postId: eventId, answer: 'going', isPrivate: 'true', from: '/' })
    expect(await site.store.read((read) => read.count(rsvpsOf(eventId, 'going', 1)))).toBe(1)
    const own = (await dan.get(links.post({ id: eventId, slug: null, kind: 'event' }))).headers['location'] ?? ''
    const names = async (browser: Browser, address: string) => {
      const { status, text: shown } = await browser.get(address)
      return status === 200 ? shown.includes('>Dan<') || />\s*Dan\s*(<!-- -->)?[ <]/u.test(shown) : status
    }
    const seen = async (browser: Browser) => [
      await names(browser, links.doorList(eventId)),
      (await browser.get(own)).text.includes('(private)'),
    ]
    expect(await seen(ben)).toEqual([true, true])
    expect((await seen(site.browser()))[1]).toBe(false)
    const eve = site.browser()
    await eve.signUp('Eve')
    expect(await seen(eve)).toEqual([403, false])
    // Everybody has the number.
    expect((await eve.get(own)).text).toContain('1 more')
    await organizers('Eve')
    expect(await seen(ben)).toEqual([403, false])
    expect(await seen(eve)).toEqual([true, true])
    expect((await change(ben, { isCancelled: 'on' })).status).toBe(403)
    expect((await change(eve, { isCancelled: 'on' })).status).toBe(303)
    expect(await event()).toMatchObject({ isCancelled: true })
  })
})

describe('a post in a group', () => {
  const begin = (browser: Browser, title = 'What we saw') => browser.form('groupPosts.make', { id: '', groupId, title, from: '/' })
  const found = () => site.store.read((read) => read.list(postsOfGroup(groupId, false, 9)))
  const words = { title: 'What we saw', markdown: 'Eleven herons.', ...rest, kind: 'post' }

  test('is begun on the group’s page, goes on in the editor, and is listed there once it is published', async () => {
    expect((await ben.get(links.localGroup(groupId))).text).toContain('action="/api/form/groupPosts.make"')
    expect((await site.browser().get(links.localGroup(groupId))).text).not.toContain('groupPosts.make')
    const answers = [await begin(dan), await begin(dan)]
    const [{ id } = { id: '' }, ...others] = await found()
    expect([answers.map(({ status, headers }) => [status, headers['location']]), others]).toEqual([
      [
        [303, links.editPost(id)],
        [303, links.editPost(id)],
      ],
      [],
    ])
    // Of drafts that are no events organizers have nothing.
    for (const browser of [ben, cleo, site.browser()])
      expect((await browser.get(links.localGroup(groupId))).text).not.toContain('What we saw')
    expect((await ben.get(links.editPost(id))).status).toBe(404)
    await dan.form('posts.publish', { postId: id, ...words })
    const shown = (await site.browser().get(links.localGroup(groupId))).text
    expect(shown).toContain('What we saw')
    const { slug } = (await site.store.read((read) => read.get(posts, id))) ?? { slug: null }
    for (const address of [links.post({ id, slug }), links.postInGroup(groupId, id)]) {
      const { status, text: page } = await site.browser().get(address)
      expect([status, page.indexOf(links.localGroup(groupId)) < page.indexOf('id="post-title"')]).toEqual([200, true])
      expect(page).toContain('class="group-of-post"')
    }
    const wrong = await site.browser().get(links.postInGroup(eventId, id))
    expect([wrong.status, wrong.headers['location']]).toEqual([302, links.postInGroup(groupId, id)])
  })

  test('is taken out by its author, an organizer or the staff; nobody else, and it stays published', async () => {
    await begin(dan)
    const [{ id } = { id: '' }] = await found()
    await dan.form('posts.publish', { postId: id, ...words })
    const out = (browser: Browser) => browser.form('groupPosts.remove', { id, from: '/' })
    expect([(await out(cleo)).status, (await out(site.browser())).status, (await found()).length]).toEqual([403, 401, 1])
    expect((await out(ben)).status).toBe(303)
    expect(await found()).toEqual([])
    expect(await site.store.read((read) => read.get(posts, id))).toMatchObject({ status: 'published' })
    expect((await out(dan)).status).toBe(404)
  })

  test('is not begun in one that is inactive or gone, nor by a visitor', async () => {
    await ada.form('localGroups.put', { ...group, id: groupId, isActive: '' })
    expect([(await begin(dan)).status, (await begin(site.browser())).status]).toEqual([403, 401])
    expect((await dan.get(links.localGroup(groupId))).text).not.toContain('groupPosts.make')
    await ada.form('localGroups.remove', { id: groupId, from: '/' })
    expect((await begin(dan)).status).toBe(404)
    const drafts = defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: ['draft'], order: 'ascending', limit: 9 })
    expect(await site.store.read((read) => read.list(drafts))).toHaveLength(1)
  })
})
