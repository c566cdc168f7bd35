import { expect, test } from 'vitest'
import { events, rsvpId, rsvps } from '#shared/events/schema.ts'
import { links } from '#shared/links.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { subscriptions } from '#shared/subscriptions/schema.ts'
import { T0, aPost, idOf, paragraph } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import type { PageAnswer } from '../../data/answer.ts'
import type { Changed, DeviceSettings, StoredItem } from '../../data/device/device-api.ts'
import { prefetchLimits } from './plan-prefetch.ts'
import type { PrefetchDevice, PrefetchPorts } from './run-prefetch.ts'
import { runPrefetch } from './run-prefetch.ts'

const me = idOf(900)
const pageOf = (page: unknown, changes: Partial<PageAnswer> = {}): PageAnswer => ({
  ...{ kind: 'page', status: 200, showing: '/', head: { title: null }, page, bodies: {}, form: null, problem: null, me: null },
  ...changes,
})
const row = (n: number) => ({ id: idOf(n), slug: `post-${n}`, commentCount: 2, authors: [{ name: 'Ben', slug: 'ben' }] })

/** A device and a site in memory. `silent`: its threads never arrive. */
function scene(options: { readonly account?: string | null; readonly silent?: boolean; readonly settings?: Partial<DeviceSettings> } = {}) {
  const { account = me } = options
  let settings: DeviceSettings = { budget: null, pictures: true, prefetch: null, prefetchedAt: 0, prefetchBegunAt: 0, ...options.settings }
  const things = new Map<string, StoredItem>()
  const asked: string[] = []
  const pictures: string[] = []
  const listeners = new Set<(changed: Changed) => void>()
  const site = new Map<string, PageAnswer>([[links.front({ limit: prefetchLimits.posts }), pageOf({ rows: [row(1), row(2)] })]])
  const state = { isWelcome: true, now: T0 }
  const put = (id: string, changes: Partial<StoredItem> = {}) =>
    things.set(id, {
      ...{ id, kind: id.startsWith('/') ? 'page' : 'shape', title: null, keep: 'prefetched', lastUsed: state.now, bytes: 1_000 },
      ...{ isComplete: true, ...changes },
    })
  const tx = memoryTransaction()
  const device: PrefetchDevice = {
    account,
    me: { name: 'Ada', slug: account === null ? null : 'ada' },
    read: tx,
    holds: (shape) => things.get(shape)?.isComplete === true,
    async follow(shape, keep = 'visited') {
      asked.push(shape)
      put(shape, { keep, isComplete: options.silent !== true })
      // What arrives says so a moment later.
      const none = new Set<string>()
      const changed = { shapes: new Set([shape]), kinds: none, rows: none, taken: none, places: none, rooms: none }
      queueMicrotask(() => listeners.forEach((listener) => listener(changed)))
    },
    held: async () => [...things.values()],
    free: async (id) => void things.delete(id),
    answers: {
      keep: async (address, _answer, keep = 'visited' as never) => void put(address, { keep }),
      get: async () => undefined,
      forget: async () => {},
      forgetOfPost: async () => {},
    },
    settings: { get: async () => settings, set: async (changes) => void (settings = { ...settings, ...changes }) },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const ports: PrefetchPorts = {
    isWelcome: () => state.isWelcome,
    isInstalled: () => false,
    idle: async () => {},
    async fetchAnswer(address) {
      asked.push(address)
      return site.get(address) ?? pageOf({})
    },
    async keepPictures(_page, urls) {
      pictures.push(...urls)
      return urls.length * 1_000
    },
    picturesBytesOf: async () => 0,
    pixels: 700,
    after: () => (options.silent === true ? Promise.resolve() : new Promise(() => {})),
    now: () => state.now,
  }
  return { device, ports, things, asked, pictures, site, state, tx, put }
}

test('a member’s device follows the newest posts it does not have, and fetches the pictures of their texts', async () => {
  const { device, ports, things, asked, pictures, tx, put } = scene()
  put(`thread:${idOf(2)}`, { keep: 'visited' })
  const src = `/pictures/${idOf(7)}`
  const body = { ...paragraph('Water.'), content: [{ type: 'image', attrs: { src, width: 200, height: 100 } }] }
  const post = aPost({ id: idOf(1), revisionId: idOf(5) })
  await tx.put(posts, post)
  await tx.put(revisions, {
    ...{ id: idOf(5), subjectKind: 'post', subjectId: post.id, postId: post.id, n: 1, version: '1.0.0', isDraft: false },
    ...{ title: 'On tides', body, wordCount: 1, authorId: post.authorId, at: T0 },
  } as never)
  await runPrefetch(device, ports)
  expect(asked.filter((name) => name.startsWith('thread:'))).toEqual([`thread:${idOf(1)}`])
  expect(things.get(`thread:${idOf(1)}`)?.keep).toBe('prefetched')
  expect(things.get(`thread:${idOf(2)}`)?.keep).toBe('visited')
  expect(pictures).toEqual([src])
  expect(things.has('/account')).toBe(true)
})

test('a visitor who chose nothing asks the server for nothing', async () => {
  const { device, ports, asked } = scene({ account: null })
  expect(await runPrefetch(device, ports)).toBeNull()
  expect(asked).toEqual([])
})

test('a second round within half an hour, in whichever tab, asks for nothing', async () => {
  const { device, ports, asked, state } = scene()
  await runPrefetch(device, ports)
  asked.length = 0
  state.now += prefetchLimits.everyMs - 1
  expect(await runPrefetch(device, ports)).toBeNull()
  expect(asked).toEqual([])
  state.now += 1
  await runPrefetch(device, ports)
  // Everything is here and fresh: the front page alone is asked for.
  expect(asked).toEqual([links.front({ limit: prefetchLimits.posts })])
})

test('nothing more is asked for once the line is metered, the tab hidden or the network gone', async () => {
  const { device, ports, asked, state } = scene()
  const own = ports.fetchAnswer
  await runPrefetch(device, {
    ...ports,
    async fetchAnswer(address) {
      if (asked.length === 2) state.isWelcome = false
      return own(address)
    },
  })
  expect(asked).toHaveLength(3)
})

test('nothing more is asked for once 20 MB are used', async () => {
  const { device, ports, asked, put } = scene()
  put(`thread:${idOf(50)}`, { bytes: prefetchLimits.bytes })
  expect(await runPrefetch(device, ports)).toBe(0)
  expect(asked).toEqual([links.front({ limit: prefetchLimits.posts })])
})

test('rows that do not arrive end the round: the line is too slow for the next ones', async () => {
  const { device, ports, asked } = scene({ silent: true })
  await runPrefetch(device, ports)
  expect(asked.filter((name) => name.startsWith('thread:'))).toHaveLength(1)
})

test('a finished page whose post was removed leaves the device', async () => {
  const { device, ports, things, site, state, put } = scene({ account: null, settings: { prefetch: true } })
  const address = links.post({ id: idOf(1), slug: 'post-1' })
  put(address, { lastUsed: state.now - prefetchLimits.freshMs })
  site.set(address, pageOf(null, { status: 410, problem: { status: 410, reason: null } }))
  await runPrefetch(device, ports)
  expect(things.has(address)).toBe(false)
  expect(things.get(links.post({ id: idOf(2), slug: 'post-2' }))?.keep).toBe('prefetched')
})

test('coming events that a member answered, or whose group is followed, are fetched with their maps; others are not', async () => {
  const { device, ports, asked, site, tx } = scene()
  const [followed, other] = [idOf(80), idOf(81)]
  const line = (n: number, group: string | null) => ({ id: idOf(n), groupHref: group === null ? null : links.localGroup(group) })
  const lines = [line(60, followed), line(61, other), line(62, null), line(63, other)]
  site.set(links.upcomingEvents({ limit: 200 }), pageOf({ lines }))
  const base = { userId: me, state: 'on', via: null, changedAt: T0 } as const
  for (const [kind, targetId, state] of [
    ['group', followed, 'on'],
    ['group', other, 'off'],
  ] as const)
    // oxfmt-ignore
    await tx.put(subscriptions, { ...base, id: `${me}:${kind}:${targetId}`, kind, targetId, state, followed: null })
  for (const [n, answer] of [
    [61, 'maybe'],
    [63, 'no'],
  ] as const)
    // oxfmt-ignore
    await tx.put(rsvps, { id: rsvpId(me, idOf(n)), userId: me, postId: idOf(n), answer, at: T0 })
  const when = { starts: '', ends: '', zone: 'UTC', startAt: T0 + 9, endAt: null, isOnline: false, location: 'Quay', joinUrl: null }
  const more = { type: null, hasRsvps: true, isCancelled: false, isListed: true, sequence: 0, createdAt: T0, changedAt: T0 }
  for (const n of [60, 61, 62, 63]) await tx.put(events, { id: idOf(n), ...when, ...more, groupId: null, latitude: n, longitude: 5 })
  await runPrefetch(device, ports)
  const ofEvents = asked.filter((name) => /^thread:|groups/u.test(name)).slice(0, 5)
  const mapOf = (lat: number) => links.groupsMap({ lat, lng: 5, zoom: 4 })
  expect(ofEvents).toEqual([links.localGroup(followed), `thread:${idOf(60)}`, mapOf(60), `thread:${idOf(61)}`, mapOf(61)])
  expect(asked.filter((name) => name.includes(idOf(62)) || name.includes(idOf(63)))).toEqual([])
  expect((await device.held()).find(({ id }) => id === mapOf(60))?.keep).toBe('prefetched')
})
