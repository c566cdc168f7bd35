import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { events } from '#shared/events/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { allLocalGroups, postsOfGroup } from '#shared/local-groups/queries.ts'
import { posts, revisions } from '#shared/posts/schema.ts'

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

describe('an event of a group', () => {
  test('as a draft is the organizers’ to change; a former one may no more, nor anybody else', async () => {
    for (const browser of [site.browser(), dan, ada]) expect([401, 404]).toContain((await change(browser, { location: 'Nowhere' })).status)
    expect((await change(ben, { location: 'Bryggen 2' })).status).toBe(303)
    expect((await organizers('Dan')).status).toBe(303)
    expect((await change(ben, { location: 'Nowhere' })).status).toBe(404)
    expect(await event()).toMatchObject({ location: 'Bryggen 2' })
    expect((await change(dan, { location: 'Bryggen 3' })).status).toBe(303)
    expect(await event()).toMatchObject({ location: 'Bryggen 3' })
  })

  test('is theirs to cancel once it is published; a deleted group gives nobody a right', async () => {
    expect((await publish()).status).toBe(303)
    await organizers('Dan')
    expect((await change(ben, { isCancelled: 'on' })).status).toBe(403)
    expect((await change(dan, { isCancelled: 'on' })).status).toBe(303)
    await ada.form('localGroups.remove', { id: groupId, from: '/' })
    expect((await change(dan, { isCancelled: '' })).status).toBe(403)
    expect(await event()).toMatchObject({ isCancelled: true })
  })
})

describe('a post in a group', () => {
  const begin = (browser: Browser, title = 'What we saw') => browser.form('groupPosts.make', { id: '', groupId, title, from: '/' })
  const found = () => site.store.read((read) => read.list(postsOfGroup(groupId, false, 9)))
  const words = { title: 'What we saw', markdown: 'Eleven herons.', ...rest, kind: 'post' }

  test('is begun on the group’s page, and goes on in the editor; a published one stays in it', async () => {
    const answers = [await begin(dan), await begin(dan)]
    const [{ id } = { id: '' }, ...others] = await found()
    expect([answers.map(({ status, headers }) => [status, headers['location']]), others]).toEqual([
      [
        [303, links.editPost(id)],
        [303, links.editPost(id)],
      ],
      [],
    ])
    const post = () => site.store.read((read) => read.get(posts, id))
    expect(await post()).toMatchObject({ groupId, status: 'draft', kind: 'post', submitToFrontpage: false })
    // The editor opens no text without a block in it.
    const begun = await site.store.read(async (read) => read.get(revisions, (await read.get(posts, id))?.latestRevisionId ?? ''))
    expect(begun?.body.content).toEqual([{ type: 'paragraph' }])
    // Of drafts that are no events organizers have nothing.
    expect((await ben.form('posts.publish', { postId: id, ...words })).status).toBe(404)
    expect((await dan.form('posts.publish', { postId: id, ...words })).status).toBe(303)
    expect(await post()).toMatchObject({ groupId, status: 'published' })
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
    await ada.form('localGroups.remove', { id: groupId, from: '/' })
    expect((await begin(dan)).status).toBe(404)
    const drafts = defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: ['draft'], order: 'ascending', limit: 9 })
    expect(await site.store.read((read) => read.list(drafts))).toHaveLength(1)
  })
})
