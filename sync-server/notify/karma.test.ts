import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { karmaNewsOf, notificationsOf } from '#shared/notifications/queries.ts'
import { idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { karmaGathered } from '#server/triggers/karma-batch.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { karmaBatches } from './tables.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'
import { hourMs as hour } from '#shared/kernel/durations.ts'

const { ada, ben, cleo, dan, post } = ids
const [first, second] = [idOf(60), idOf(61)]
/** The hour of the standard, eleven, UTC; the scene begins at noon. */
const due = T0 + 23 * hour
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
  await scene.publish()
})
afterEach(() => scene.close())

const vote = (userId: string, value: number, targetId: string = post, targetKind = targetId === post ? 'post' : 'comment') =>
  scene.mutation(userId, 'votes.set', { targetKind, targetId, axis: 'approval', value })
const choose = (value: Readonly<Record<string, unknown>>, userId = ada) =>
  scene.mutation(userId, 'notifications.choose', {
    choice: { field: 'karma', value: { pace: 'daily', hour: 11, day: 6, showsNegative: false, ...value } },
  })
async function newsOf(userId: string, at: number) {
  scene.clock.now = at
  await scene.settled()
  return (await scene.store.read((read) => read.list(karmaNewsOf(userId))))[0]
}
const gathered = (userId: string) => scene.store.read((read) => read.list(karmaGathered(userId, 100)))

describe('what votes gave', () => {
  test('is told at the hour its owner chose and not before: a sum for each post and comment, and nobody’s name', async () => {
    await scene.comment(ada, first)
    await vote(ben, 1)
    await vote(cleo, 1)
    await vote(dan, 1, first)
    expect(await newsOf(ada, due - 60_000)).toBeUndefined()
    const news = await newsOf(ada, due)
    expect(news).toMatchObject({ since: T0, at: due, seenAt: null })
    expect(news?.items).toEqual([
      { targetKind: 'post', targetId: post, postId: post, title: 'On tides', by: 2 },
      { targetKind: 'comment', targetId: first, postId: post, title: 'On tides', by: 1 },
    ])
    expect(JSON.stringify(news)).not.toMatch(new RegExp([ben, cleo, dan].join('|'), 'u'))
    expect([await gathered(ada), await scene.store.read((read) => read.get(karmaBatches, ada))]).toEqual([[], undefined])
  })

  test('by one’s own vote, or by agreement, is nothing; a vote taken back in time leaves no trace', async () => {
    await vote(ada, 1)
    await scene.mutation(ben, 'votes.set', { targetKind: 'post', targetId: post, axis: 'agreement', value: 1 })
    await vote(cleo, 1)
    await vote(cleo, 0)
    expect(await gathered(ada)).toEqual([])
    expect(await newsOf(ada, due)).toBeUndefined()
  })

  test('adds up until it was looked at, also to less; then the next batch begins', async () => {
    await vote(ben, 1)
    await newsOf(ada, due)
    await vote(cleo, -1)
    await vote(dan, -1)
    const next = await newsOf(ada, due + 24 * hour)
    expect(next).toMatchObject({ since: T0, at: due + 24 * hour, items: [{ by: -1 }] })
    await scene.mutation(ada, 'notifications.seeKarma', { upTo: due + 24 * hour })
    scene.clock.now += 5
    await vote(dan, 1)
    expect(await newsOf(ada, due + 48 * hour)).toMatchObject({ since: due + 24 * hour + 5, items: [{ by: 2 }], seenAt: null })
  })

  test('is no newer for a vote that was taken back', async () => {
    await vote(ben, 1)
    await newsOf(ada, due)
    await vote(cleo, 1)
    await vote(cleo, 0)
    expect(await newsOf(ada, due + 24 * hour)).toMatchObject({ at: due, items: [{ by: 1 }] })
  })

  test('is not told of what is gone or hidden by then, nor to who is banned', async () => {
    await scene.comment(ada, first)
    await scene.comment(ben, second)
    await vote(cleo, 1, first)
    await vote(cleo, 1, second)
    await scene.mutation(ada, 'comments.remove', { id: first, reason: '' })
    await scene.store.write(async ({ tx }) => {
      const row = await tx.get(members, ben)
      if (row !== undefined) await tx.put(members, { ...row, bannedUntil: due + hour })
    })
    expect([await newsOf(ada, due), await newsOf(ben, due)]).toEqual([undefined, undefined])
    expect([await gathered(ada), await gathered(ben)]).toEqual([[], []])
  })

  test('leaves the server for its owner alone, without what was hidden since', async () => {
    await scene.comment(ben, first)
    await vote(cleo, 1, first)
    expect(await newsOf(ben, due)).toMatchObject({ items: [{ by: 1 }] })
    const seen = (viewer: Parameters<typeof permittedRead>[1]) =>
      scene.store.read((read) => permittedRead(read, viewer, policies).list(karmaNewsOf(ben)))
    expect(await seen(member(ben))).toMatchObject([{ items: [{ by: 1 }] }])
    expect([await seen(member(ada)), await seen(moderator)]).toEqual([[], []])
    await scene.mutation(ada, 'posts.unpublish', { id: post })
    expect(await seen(member(ben))).toMatchObject([{ items: [] }])
  })
})

describe('karma that reaches a step from which votes weigh more', () => {
  const notices = async () => {
    await scene.settled()
    const rows = await scene.store.read((read) => read.list(notificationsOf(ada, 50)))
    return rows.filter(({ type }) => type === 'karmaPowersGained')
  }
  const has = (karma: number) => scene.store.write(({ tx }) => tx.put(karmaStats, { id: ada, karma, postCount: 1, commentCount: 0 }))

  test('is a notice to its owner alone, once for each step however often it is reached', async () => {
    await has(8)
    await vote(ben, 1)
    expect(await notices()).toEqual([])
    await vote(cleo, 1)
    expect(await notices()).toMatchObject([{ cause: `powers:${ada}:10`, actorId: null, postId: null, title: '' }])
    await vote(cleo, 0)
    await vote(cleo, 1)
    expect(await notices()).toHaveLength(1)
    await has(999)
    await vote(dan, 1)
    expect((await notices()).map(({ cause }) => cause).toSorted()).toEqual([`powers:${ada}:10`, `powers:${ada}:1000`])
    expect((await scene.store.read((read) => read.list(notificationsOf(cleo, 50)))).map(({ type }) => type)).not.toContain(
      'karmaPowersGained',
    )
  })
})

describe('whoever chooses when they are told', () => {
  test('hears nothing when they want nothing, and nothing of it is kept', async () => {
    await choose({ pace: 'off' })
    await vote(ben, 1)
    expect(await gathered(ada)).toEqual([])
    expect(await newsOf(ada, due + 7 * 24 * hour)).toBeUndefined()
  })

  test('at once: within a minute, not in the very moment of a vote', async () => {
    await choose({ pace: 'now' })
    await vote(ben, 1)
    expect(await newsOf(ada, T0 + 59_000)).toBeUndefined()
    expect(await newsOf(ada, T0 + 60_000)).toMatchObject({ items: [{ by: 1 }] })
  })

  test('anew, begins a new batch: what came before is in none', async () => {
    await vote(ben, 1)
    await choose({ hour: 18 })
    expect(await gathered(ada)).toEqual([])
    await vote(cleo, 1)
    expect(await newsOf(ada, T0 + 5 * hour)).toBeUndefined()
    expect(await newsOf(ada, T0 + 6 * hour)).toMatchObject({ items: [{ by: 1 }] })
  })

  test('as before, goes on with the batch that is', async () => {
    await choose({ hour: 18 })
    scene.clock.now += 10
    await vote(ben, 1)
    await choose({ hour: 18 })
    expect(await gathered(ada)).toHaveLength(1)
  })
})

test('nothing of somebody else’s batch goes with it', async () => {
  await scene.comment(ben, first)
  await vote(cleo, 1)
  await vote(cleo, 1, first)
  await choose({ hour: 18 })
  expect([await gathered(ada), await gathered(ben)]).toMatchObject([[], [{ by: 1 }]])
})
