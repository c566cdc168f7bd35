import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { idOf, member, T0 } from '../testing/factories.ts'
import { setSubscription } from '../subscriptions/mutations.ts'
import { subscriptionId, subscriptions } from '../subscriptions/schema.ts'
import { posts } from '../posts/schema.ts'
import type { KarmaNews } from './karma-schema.ts'
import { karmaNews } from './karma-schema.ts'
import { chooseNotices, endEmails, markAllViewed, seeKarma, setViewed } from './mutations.ts'
import type { Notification } from './schema.ts'
import { newestNotified, notifications, noticeSettings } from './schema.ts'

const reader = member(idOf(300))
const notice = (changes: Partial<Notification> = {}): Notification => ({
  id: `${idOf(300)}:comment:${idOf(10)}`,
  userId: idOf(300),
  type: 'newComment',
  cause: `comment:${idOf(10)}`,
  actorId: idOf(200),
  postId: idOf(1),
  commentId: idOf(10),
  title: 'On tides',
  because: '',
  at: T0,
  viewedAt: null,
  place: 'recent',
  ...changes,
})
const mutations = () => mutationsOver([notifications, noticeSettings, karmaNews, subscriptions, posts])

describe('what was seen', () => {
  test('is its owner’s to say, and can be unsaid', async () => {
    const here = mutations()
    await here.put(notifications, notice())
    await here.run(setViewed, { id: notice().id, isViewed: true }, { viewer: reader, now: T0 + 5 })
    await here.run(setViewed, { id: notice().id, isViewed: true }, { viewer: reader, now: T0 + 9 })
    expect(await here.get(notifications, notice().id)).toMatchObject({ viewedAt: T0 + 5 })
    await here.run(setViewed, { id: notice().id, isViewed: false }, { viewer: reader })
    expect(await here.get(notifications, notice().id)).toMatchObject({ viewedAt: null })
  })

  test('of somebody else is left as it is, and not even refused: nobody learns that it is there', async () => {
    const here = mutations()
    await here.put(notifications, notice())
    await here.run(setViewed, { id: notice().id, isViewed: true }, { viewer: member(idOf(301)) })
    expect(await here.get(notifications, notice().id)).toMatchObject({ viewedAt: null })
  })

  test('up to a time leaves what came later new', async () => {
    const here = mutations()
    const later = notice({ id: `${idOf(300)}:comment:${idOf(11)}`, cause: `comment:${idOf(11)}`, at: T0 + 10 })
    await here.put(notifications, notice())
    await here.put(notifications, later)
    await here.run(markAllViewed, { upTo: T0 }, { viewer: reader, now: T0 + 20 })
    expect(await here.get(notifications, notice().id)).toMatchObject({ viewedAt: T0 + 20 })
    expect(await here.get(notifications, later.id)).toMatchObject({ viewedAt: null })
  })

  test('"all" leaves what was told after it was asked for, however old its cause is', async () => {
    const here = mutations()
    const late = notice({ id: `${idOf(300)}:comment:${idOf(12)}`, cause: `comment:${idOf(12)}`, at: T0 - 10, toldAt: T0 + 9 })
    const shown = notice({ toldAt: T0 + 5 })
    await here.put(notifications, shown)
    await here.put(notifications, late)
    await here.run(markAllViewed, { upTo: newestNotified([shown]) }, { viewer: reader, now: T0 + 20 })
    expect(await here.get(notifications, shown.id)).toMatchObject({ viewedAt: T0 + 20 })
    expect(await here.get(notifications, late.id)).toMatchObject({ viewedAt: null })
  })

  test('a visitor has nothing to see', async () => {
    expect(await refusalOf(mutations().run(markAllViewed, { upTo: T0 }, { viewer: visitor }))).toMatchObject({ reason: 'sign-in-first' })
  })
})

describe('what votes came to', () => {
  const item = { targetKind: 'post' as const, targetId: idOf(1), postId: idOf(1), title: 'On tides', by: 3 }
  const news: KarmaNews = { id: idOf(300), userId: idOf(300), since: T0 - 9, at: T0, items: [item], seenAt: null }
  const seenAt = async (here: ReturnType<typeof mutations>) => (await here.get(karmaNews, news.id))?.seenAt

  test('is seen once, by its owner alone', async () => {
    const here = mutations()
    await here.put(karmaNews, news)
    await here.run(seeKarma, { upTo: T0 }, { viewer: member(idOf(301)), now: T0 + 1 })
    expect(await seenAt(here)).toBeNull()
    await here.run(seeKarma, { upTo: T0 }, { viewer: reader, now: T0 + 5 })
    await here.run(seeKarma, { upTo: T0 }, { viewer: reader, now: T0 + 9 })
    expect(await seenAt(here)).toBe(T0 + 5)
    expect(await refusalOf(here.run(seeKarma, { upTo: T0 }, { viewer: visitor }))).toMatchObject({ reason: 'sign-in-first' })
  })

  test('stays new when something was added after it was looked at', async () => {
    const here = mutations()
    await here.put(karmaNews, { ...news, at: T0 + 3 })
    await here.run(seeKarma, { upTo: T0 }, { viewer: reader, now: T0 + 5 })
    expect(await seenAt(here)).toBeNull()
  })

  test('goes when its owner chooses anew how they are told, and stays when they choose the same', async () => {
    const here = mutations()
    const value = { pace: 'daily', hour: 11, day: 6, showsNegative: false }
    await here.put(karmaNews, news)
    await here.run(chooseNotices, { choice: { field: 'karma', value } }, { viewer: reader })
    expect(await here.get(karmaNews, news.id)).toEqual(news)
    await here.run(chooseNotices, { choice: { field: 'karma', value: { ...value, showsNegative: true } } }, { viewer: reader, now: T0 + 7 })
    expect(await here.get(karmaNews, news.id)).toBeUndefined()
    expect(await here.get(noticeSettings, idOf(300))).toMatchObject({ karma: { ...value, showsNegative: true, chosenAt: T0 + 7 } })
  })
})

describe('how one is told', () => {
  const choice = (one: unknown) => ({ choice: one })

  test('two devices that change two things both get theirs', async () => {
    const here = mutations()
    const value = { inApp: false, email: 'weekly', push: true }
    await here.run(chooseNotices, choice({ field: 'type', type: 'newPost', value }), { viewer: reader })
    await here.run(chooseNotices, choice({ field: 'quiet', value: { from: 22, until: 7 } }), { viewer: reader })
    await here.run(chooseNotices, choice({ field: 'quiet', value: { from: 22, until: 7 } }), { viewer: reader })
    expect(await here.get(noticeSettings, idOf(300))).toMatchObject({ types: { newPost: value }, quiet: { from: 22, until: 7 } })
  })

  test.each([
    ['a kind that is none', { field: 'type', type: 'everything', value: { inApp: true, email: 'off', push: false } }],
    ['a pace of karma that is none', { field: 'karma', value: { pace: 'hourly', hour: 1, day: 1, showsNegative: true } }],
    ['a pace here that is none', { field: 'type', type: 'newPost', value: { inApp: true, pace: 'hourly', email: 'off', push: false } }],
    ['an hour that is none', { field: 'digest', value: { hour: 24, day: 1 } }],
    ['a zone with a path in it', { field: 'timeZone', value: '../../etc/passwd' }],
    ['another’s settings', { field: 'badge', value: true, userId: idOf(301) }],
  ])('%s is refused', async (_what, one) => {
    expect(await refusalOf(mutations().run(chooseNotices, choice(one), { viewer: reader }))).toMatchObject({ code: 'invalid' })
  })

  test('ending the mails of a kind ends those of single things that were chosen for it, and nothing else', async () => {
    const here = mutations()
    const follow = (kind: string, targetId: string) => ({ kind, targetId, state: 'on', via: 'emailNow' })
    await here.run(setSubscription, follow('tag', 'tides'), { viewer: reader })
    await here.run(setSubscription, follow('member', idOf(100)), { viewer: reader })
    await here.run(endEmails, { userId: idOf(300), types: ['newPost'] })
    await here.run(endEmails, { userId: idOf(300), types: ['newPost'] })
    expect(await here.get(subscriptions, subscriptionId(idOf(300), 'member', idOf(100)))).toMatchObject({ state: 'on', via: 'inApp' })
    expect(await here.get(subscriptions, subscriptionId(idOf(300), 'tag', 'tides'))).toMatchObject({ via: 'emailNow' })
    expect(await here.get(noticeSettings, idOf(300))).toMatchObject({
      noEmails: false,
      types: { newPost: { inApp: true, email: 'off', push: false } },
    })
    await here.run(endEmails, { userId: idOf(300), types: 'all' })
    expect(await here.get(noticeSettings, idOf(300))).toMatchObject({ noEmails: true })
  })
})
