import { describe, expect, test } from 'vitest'
import { comments } from '../comments/schema.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { aComment, aPost, idOf, member, T0 } from '../testing/factories.ts'
import { setSubscription } from './mutations.ts'
import { followersOf } from './queries.ts'
import { subscriptionId, subscriptions } from './schema.ts'

const reader = member(idOf(300))
const follows = { kind: 'post', targetId: idOf(1), state: 'on', via: null } as const

async function community(post: Parameters<typeof aPost>[0] = {}) {
  const mutations = mutationsOver([posts, comments, subscriptions])
  await mutations.put(posts, aPost(post))
  await mutations.put(comments, aComment())
  return mutations
}

describe('following', () => {
  test('is one row however often it is said, with the time of the last change', async () => {
    const mutations = await community()
    await mutations.run(setSubscription, follows, { viewer: reader, now: T0 })
    await mutations.run(setSubscription, follows, { viewer: reader, now: T0 + 5 })
    expect(await mutations.get(subscriptions, subscriptionId(idOf(300), 'post', idOf(1)))).toMatchObject({ state: 'on', changedAt: T0 })
  })

  test('that has ended is found by nobody who tells', async () => {
    const mutations = await community()
    await mutations.run(setSubscription, follows, { viewer: reader })
    expect(await mutations.read((read) => read.list(followersOf(`post:${idOf(1)}`, '', 10)))).toHaveLength(1)
    await mutations.run(setSubscription, { ...follows, state: 'off' }, { viewer: reader })
    expect(await mutations.read((read) => read.list(followersOf(`post:${idOf(1)}`, '', 10)))).toEqual([])
  })

  test('goes on after the last one of a piece', async () => {
    const mutations = await community()
    for (const n of [301, 302, 303]) await mutations.run(setSubscription, follows, { viewer: member(idOf(n)) })
    const after = await mutations.read((read) => read.list(followersOf(`post:${idOf(1)}`, idOf(302), 10)))
    expect(after.map(({ userId }) => userId)).toEqual([idOf(303)])
  })

  test('a tag is followed however long its name is', async () => {
    const mutations = await community()
    const targetId = 'w'.repeat(100)
    await mutations.run(setSubscription, { ...follows, kind: 'tag', targetId }, { viewer: reader })
    expect(await mutations.get(subscriptions, subscriptionId(idOf(300), 'tag', targetId))).toMatchObject({ state: 'on' })
  })

  test('what has been hidden since can still be ended', async () => {
    const mutations = await community()
    await mutations.run(setSubscription, follows, { viewer: reader })
    await mutations.put(posts, aPost({ status: 'draft', publishedAt: null }))
    await mutations.run(setSubscription, { ...follows, state: 'off' }, { viewer: reader })
    expect(await mutations.get(subscriptions, subscriptionId(idOf(300), 'post', idOf(1)))).toMatchObject({ state: 'off', followed: null })
  })

  test.each([
    ['a visitor', visitor, {}, follows, { reason: 'sign-in-first' }],
    ['a draft of somebody else', reader, { status: 'draft', publishedAt: null }, follows, { code: 'not-found' }],
    [
      'a comment under a draft',
      reader,
      { status: 'draft', publishedAt: null },
      { ...follows, kind: 'comment', targetId: idOf(10) },
      { code: 'not-found' },
    ],
    ['a member by a word', reader, {}, { ...follows, kind: 'member', targetId: 'ada' }, { field: 'targetId' }],
    ['a tag that is not in its own form', reader, {}, { ...follows, kind: 'tag', targetId: 'Tides' }, { field: 'targetId' }],
    ['something else that is curated', reader, {}, { ...follows, kind: 'curated', targetId: 'all' }, { field: 'targetId' }],
  ] as const)('%s is refused and nothing is stored', async (_what, viewer, post, args, error) => {
    const mutations = await community(post)
    const before = await mutations.everything()
    expect(await refusalOf(mutations.run(setSubscription, args, { viewer }))).toMatchObject(error)
    expect(await mutations.everything()).toBe(before)
  })
})
