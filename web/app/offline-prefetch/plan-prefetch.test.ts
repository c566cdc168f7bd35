import { describe, expect, test } from 'vitest'
import { T0, idOf } from '#shared/testing/factories.ts'
import type { StoredItem } from '../../data/device/device-api.ts'
import type { PrefetchPost } from './plan-prefetch.ts'
import { eventsOfList, hasRoom, isDue, planPrefetch, postsOfFront, prefetchLimits } from './plan-prefetch.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const me = idOf(900)
const post = (n: number, changes: Partial<PrefetchPost> = {}): PrefetchPost => ({
  id: idOf(n),
  slug: `post-${n}`,
  authorSlugs: ['ben'],
  commentCount: 3,
  ...changes,
})
const thing = (changes: Partial<StoredItem>): StoredItem => ({
  id: `thread:${idOf(1)}`,
  kind: 'shape',
  title: null,
  keep: 'prefetched',
  lastUsed: T0,
  bytes: 100,
  isComplete: true,
  ...changes,
})
const facts = { account: me, slug: 'ada', events: [], followed: new Set<string>(), held: [], now: T0 }
const idsOf = (plan: ReturnType<typeof planPrefetch>) => plan.steps.flatMap((step) => (step.kind === 'rows' ? [step.postId] : []))
const addressesOf = (plan: ReturnType<typeof planPrefetch>) => plan.steps.flatMap((step) => (step.kind === 'answer' ? [step.address] : []))

describe('what is downloaded for offline reading', () => {
  test('a member gets rows: own posts first, then followed authors and followed posts, then the order of the page', () => {
    const posts = [post(1), post(2, { authorSlugs: ['cleo'] }), post(3, { authorSlugs: ['ben', 'ada'] }), post(4)]
    expect(idsOf(planPrefetch({ ...facts, posts, followed: new Set(['cleo', idOf(4)]) }))).toEqual([idOf(3), idOf(2), idOf(4), idOf(1)])
  })

  test('a visitor gets finished answers, of posts and of the sections, and nothing of anybody’s own', () => {
    const plan = planPrefetch({ ...facts, posts: [post(1)], account: null, slug: null })
    expect(idsOf(plan)).toEqual([])
    expect(addressesOf(plan)).toContain(`/posts/${idOf(1)}/post-1`)
    expect(addressesOf(plan)).toEqual(expect.arrayContaining(['/', '/allPosts', '/library', '/wikitags/all']))
    expect(addressesOf(plan)).not.toContain('/account')
  })

  test('a member’s own profile and account are fetched, before any post', () => {
    const { steps } = planPrefetch({ ...facts, posts: [post(1)] })
    expect(steps.at(-1)).toEqual({ kind: 'rows', postId: idOf(1) })
    expect(steps).toEqual(expect.arrayContaining([{ kind: 'answer', address: '/users/ada', isPost: false }]))
    expect(steps).toEqual(expect.arrayContaining([{ kind: 'answer', address: '/account', isPost: false }]))
  })

  test('a member’s events come before posts, each with its map, and with the page of a group that is followed', () => {
    const group = `/groups/${idOf(80)}`
    const events = [
      { id: idOf(70), groupHref: group },
      { id: idOf(71), groupHref: null },
    ]
    const { steps } = planPrefetch({ ...facts, posts: [post(1)], events, held: [thing({ id: `thread:${idOf(71)}`, keep: 'pinned' })] })
    expect(steps.slice(-4)).toEqual([
      { kind: 'rows', postId: idOf(70) },
      { kind: 'map', eventId: idOf(70) },
      { kind: 'map', eventId: idOf(71) },
      { kind: 'rows', postId: idOf(1) },
    ])
    expect(steps).toContainEqual({ kind: 'answer', address: group, isPost: false })
    expect(planPrefetch({ ...facts, posts: [], events, account: null }).steps).not.toContainEqual({ kind: 'rows', postId: idOf(70) })
  })

  test('of events there are 30 at most, the next ones', () => {
    const events = Array.from({ length: 40 }, (_, n) => ({ id: idOf(100 + n), groupHref: null }))
    expect(idsOf(planPrefetch({ ...facts, posts: [], events }))).toEqual(events.slice(0, 30).map(({ id }) => id))
  })

  test('of a long discussion the finished page is fetched, not every comment', () => {
    const plan = planPrefetch({ ...facts, posts: [post(1, { commentCount: prefetchLimits.commentsByRows + 1 })] })
    expect(idsOf(plan)).toEqual([])
    expect(addressesOf(plan)).toContain(`/posts/${idOf(1)}/post-1`)
  })

  test('at most 50 posts are fetched, the first of the page, whoever is followed', () => {
    const posts = Array.from({ length: 60 }, (_, n) => post(n + 1, n === 59 ? { authorSlugs: ['cleo'] } : {}))
    const ids = idsOf(planPrefetch({ ...facts, posts, followed: new Set(['cleo']) }))
    expect(ids).toHaveLength(50)
    expect(ids).not.toContain(idOf(60))
  })

  test('complete rows and answers of the last hour are not fetched again; older answers and unfinished rows are', () => {
    const held = [
      thing({ keep: 'visited' }),
      thing({ id: `thread:${idOf(2)}`, isComplete: false }),
      thing({ id: '/', kind: 'page', lastUsed: T0 - 1_000 }),
      thing({ id: '/library', kind: 'page', lastUsed: T0 - prefetchLimits.freshMs }),
    ]
    const plan = planPrefetch({ ...facts, posts: [post(1), post(2)], held })
    expect(idsOf(plan)).toEqual([idOf(2)])
    expect(addressesOf(plan)).not.toContain('/')
    expect(addressesOf(plan)).toContain('/library')
  })

  test('a prefetched page that the front page does not list any more leaves; a visited one stays', () => {
    const page = (n: number, keep: StoredItem['keep']) => thing({ id: `/posts/${idOf(n)}/x`, kind: 'page', keep })
    const held = [page(1, 'prefetched'), page(2, 'prefetched'), page(3, 'visited'), thing({ id: '/library', kind: 'page' })]
    expect(planPrefetch({ ...facts, posts: [post(1)], held }).outdated).toEqual([`/posts/${idOf(2)}/x`])
  })
})

test('fetching stops before 20 MB of what was prefetched and its pictures; what was opened does not count', () => {
  expect(hasRoom([thing({ bytes: 10_000_000 }), thing({ bytes: 90_000_000, keep: 'visited' })], 9_000_000)).toBe(true)
  expect(hasRoom([thing({ bytes: 10_000_000 })], 9_600_000)).toBe(false)
})

describe('who fetches, and when', () => {
  const then = { choice: null, isMember: false, isInstalled: false, lastAt: 0, begunAt: 0, now: T0 }
  test.each([
    ['a visitor who has chosen nothing', {}, false],
    ['a visitor who pressed "Save new posts offline"', { choice: true }, true],
    ['the installed app', { isInstalled: true }, true],
    ['a member', { isMember: true }, true],
    ['a member who does not want it', { isMember: true, choice: false }, false],
    ['a member, a minute after the last round', { isMember: true, lastAt: T0 - 60_000 }, false],
    ['a member, half an hour after it', { isMember: true, lastAt: T0 - prefetchLimits.everyMs }, true],
    ['a member, while another tab does it', { isMember: true, begunAt: T0 - 1_000 }, false],
    ['a member whose last round was cut off a minute ago', { isMember: true, begunAt: T0 - prefetchLimits.resumeMs }, true],
    ['a member whose clock was set back', { isMember: true, lastAt: T0 + dayMs }, true],
  ])('%s', (_who, changes, expected) => {
    expect(isDue({ ...then, ...changes })).toBe(expected)
  })
})

test('posts are read from a front page’s answer, and from no other', () => {
  const row = { id: idOf(1), slug: 'tides', commentCount: 4, authors: [{ name: 'Ada', slug: 'ada' }, null], score: 3 }
  expect(postsOfFront({ rows: [row, null, { id: 7 }] })).toEqual([{ id: idOf(1), slug: 'tides', commentCount: 4, authorSlugs: ['ada'] }])
  for (const page of [null, 'x', {}, { rows: 'none' }]) expect(postsOfFront(page)).toEqual([])
})

test('events are read from the answer of a list of them, and from no other', () => {
  const line = { id: idOf(1), groupHref: '/groups/x', title: 'Walk' }
  expect(eventsOfList({ lines: [line, { id: idOf(2), groupHref: null }, null, { id: 7 }] })).toEqual([
    { id: idOf(1), groupHref: '/groups/x' },
    { id: idOf(2), groupHref: null },
  ])
  for (const page of [null, 'x', {}, { lines: 'none' }]) expect(eventsOfList(page)).toEqual([])
})
