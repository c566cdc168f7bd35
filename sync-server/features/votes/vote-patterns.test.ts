import { describe, expect, test } from 'vitest'
import type { Store } from '#server/store/port.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlaces } from '#server/store/testing/product-store.ts'
import type { Writer } from '#server/sync/writer.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { raiseVotePatterns } from './jobs.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { actionsOn, reviewOf } from '#shared/moderation/measure-queries.ts'
import { memberReviews } from '#shared/moderation/measure-schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { aComment, admin, aMember, idOf, member, moderator, publishArgs, T0 } from '#shared/testing/factories.ts'
import { votePatterns, votes, voteWarnings } from '#shared/votes/schema.ts'

const [author, otherAuthor, voter, someAdmin] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const post = idOf(10)
const second = 1_000
const minute = 60 * second

/**
 * Comment n of the first author (100 to 199), of the second (200 to 299), of the voter (300 to
 * 399).
 */
const commentsBy: readonly (readonly [string, number])[] = [
  [author, 100],
  [otherAuthor, 200],
  [voter, 300],
]

interface Scene {
  readonly store: Store
  /** As the job does. */
  raise(now: number): Promise<void>
  vote(comment: number, value: number, now: number, by?: string): Promise<string>
  warning(): Promise<unknown>
  /** `kind: count`, oldest first. */
  records(): Promise<readonly string[]>
}

/** Members, a post, and forty comments of each. */
async function withScene(makePlace: (typeof productPlaces)[number][1], work: (scene: Scene) => Promise<void>): Promise<void> {
  const place = await makePlace()
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry, { clock: () => T0 })
  try {
    await fill(store, writer)
    await work({
      store,
      raise: (now) => raiseVotePatterns({ store, apply: writer.apply.bind(writer) }, now),
      async vote(comment, value, now, by = voter) {
        const args = { targetKind: 'comment', targetId: idOf(comment), axis: 'approval', value }
        return (await writer.apply({ name: 'votes.set', args, userId: by, source: 'member', now })).kind
      },
      warning: () => store.read((read) => read.get(voteWarnings, voter)),
      records: async () => (await recordsIn(store)).map(({ kind, voteCount }) => `${kind}: ${voteCount}`),
    })
  } finally {
    await writer.close()
    await store.close()
    await place.remove()
  }
}

const recordsIn = (store: Store) =>
  store.read((read) => read.list(defineQuery({ table: votePatterns, index: ['firstAt'], equals: [], order: 'ascending', limit: 50 })))

async function fill(store: Store, writer: Writer): Promise<void> {
  await store.write(async ({ tx }) => {
    for (const id of [author, otherAuthor, voter, someAdmin]) {
      const names = { userName: `m${id}`, userNameKey: `m${id}`, slug: `m${id}`, displayName: id, displayNameKey: id }
      await tx.put(members, aMember({ id, ...names, isAdmin: id === someAdmin }))
    }
  })
  await writer.apply({ name: 'posts.publish', args: publishArgs({ id: post, revisionId: idOf(11) }), userId: author, source: 'member' })
  await store.write(async ({ tx }) => {
    for (const [authorId, first] of commentsBy) {
      for (let n = 0; n < 40; n += 1) await tx.put(comments, aComment({ id: idOf(first + n), postId: post, authorId }))
    }
  })
}

/** Votes on so many comments, from the first one on, a second apart. */
async function voteOn(scene: Scene, first: number, count: number, value: number, from = T0): Promise<void> {
  for (let n = 0; n < count; n += 1) expect(await scene.vote(first + n, value, from + n * second)).toBe('applied')
}

describe.each(productPlaces)('votes on one author on %s', (_name, makePlace) => {
  test('the tenth within three minutes warns the voter and leaves a record; the ninth does neither', () =>
    withScene(makePlace, async (scene) => {
      await voteOn(scene, 100, 9, 1)
      expect([await scene.warning(), await scene.records()]).toEqual([undefined, []])
      await scene.vote(109, 1, T0 + 9 * second)
      expect(await scene.warning()).toEqual({ id: voter, warnedAt: T0 + 9 * second, readUpTo: 0 })
      expect(await recordsIn(scene.store)).toMatchObject([{ kind: 'many-votes', voterId: voter, authorId: author, voteCount: 10 }])
    }))

  test('the ninth down-vote within two minutes leaves a record, and nothing that a device of the voter’s could see', () =>
    withScene(makePlace, async (scene) => {
      const traceOf = async (comment: number, at: number) => {
        const before = await scene.store.read((read) => read.position())
        await scene.vote(comment, -1, at)
        return scene.store.read(async (read) => ({
          entries: (await read.position()) - before,
          mine: (await read.changesOf(`me:${voter}`, before, 50)).map(({ kind }) => kind),
          thread: (await read.changesOf(`thread:${post}`, before, 50)).map(({ kind }) => kind),
        }))
      }
      await voteOn(scene, 100, 7, -1)
      const ofEighth = await traceOf(107, T0 + 8 * second)
      expect(await scene.records()).toEqual([])
      expect(await traceOf(108, T0 + 9 * second)).toEqual(ofEighth)
      expect(ofEighth.mine).toEqual(['votes'])
      expect(await scene.records()).toEqual(['many-down-votes: 9'])
      expect(await scene.warning()).toBeUndefined()
      const mine = await scene.store.read((read) => read.rowsOfShape(`me:${voter}`, null, 100))
      expect(new Set(mine.map(({ kind }) => kind))).toEqual(new Set(['votes']))
    }))

  test('slower, spread over two authors, on oneself or by an admin they are nobody’s business', () =>
    withScene(makePlace, async (scene) => {
      for (let n = 0; n < 12; n += 1) await scene.vote(100 + n, -1, T0 + n * 21 * second)
      const later = T0 + 10 * minute
      await voteOn(scene, 120, 8, -1, later)
      await voteOn(scene, 200, 8, -1, later + 10 * second)
      await voteOn(scene, 300, 12, -1, later)
      for (let n = 0; n < 12; n += 1) await scene.vote(100 + n, -1, later, someAdmin)
      expect([await scene.warning(), await scene.records()]).toEqual([undefined, []])
    }))

  test('the same votes sent again, made stronger or taken back count once', () =>
    withScene(makePlace, async (scene) => {
      await voteOn(scene, 100, 4, 1)
      await voteOn(scene, 100, 4, 1, T0 + 10 * second)
      await voteOn(scene, 100, 4, -1, T0 + 20 * second)
      await voteOn(scene, 100, 4, 0, T0 + 30 * second)
      expect([await scene.warning(), await scene.records()]).toEqual([undefined, []])
      await voteOn(scene, 110, 10, 1, T0 + 40 * second)
      const found = await recordsIn(scene.store)
      await voteOn(scene, 110, 10, 1, T0 + 50 * second)
      expect(await recordsIn(scene.store)).toEqual(found)
    }))

  test('a voter is warned at most hourly, and one record an hour grows', () =>
    withScene(makePlace, async (scene) => {
      await voteOn(scene, 100, 12, 1)
      const warnedAt = T0 + 9 * second
      expect([await scene.warning(), await scene.records()]).toEqual([{ id: voter, warnedAt, readUpTo: 0 }, ['many-votes: 12']])
      // Another author within the hour: moderators hear of it, the voter has been told.
      await voteOn(scene, 200, 10, 1, T0 + 30 * minute)
      expect([await scene.warning(), await scene.records()]).toEqual([
        { id: voter, warnedAt, readUpTo: 0 },
        ['many-votes: 12', 'many-votes: 10'],
      ])
      await voteOn(scene, 112, 10, 1, T0 + 61 * minute)
      expect(await scene.warning()).toMatchObject({ warnedAt: T0 + 61 * minute + 9 * second })
      expect(await scene.records()).toEqual(['many-votes: 12', 'many-votes: 10', 'many-votes: 10'])
    }))

  test('the job brings the voter before the moderators, once for each record', () =>
    withScene(makePlace, async (scene) => {
      const review = () => scene.store.read((read) => reviewOf(read, voter))
      await voteOn(scene, 100, 9, -1)
      expect((await review()).needsReview).toBe(false)
      await scene.raise(T0 + minute)
      expect(await review()).toMatchObject({ reasons: ['potentialTargetedDownvoting'], group: 'highContext', needsReview: true })
      const [action] = await scene.store.read((read) => read.list(actionsOn(voter, 5)))
      expect(action).toMatchObject({ byId: null, detail: `9 downvotes on ${author} within minutes` })
      // A moderator has looked: the same record is no news, the next one is.
      await scene.store.write(async ({ tx }) =>
        tx.put(memberReviews, { ...(await reviewOf(tx, voter)), needsReview: false, reasons: [], group: null }),
      )
      await scene.raise(T0 + 2 * minute)
      expect((await review()).needsReview).toBe(false)
      await voteOn(scene, 200, 9, -1, T0 + 10 * minute)
      await scene.raise(T0 + 11 * minute)
      expect((await review()).reasons).toEqual(['potentialTargetedDownvoting'])
    }))

  test('no moderator or administrator is brought before the others by the job', () =>
    withScene(makePlace, async (scene) => {
      await scene.store.write(async ({ tx }) => {
        const row = await tx.get(members, voter)
        if (row !== undefined) await tx.put(members, { ...row, groups: ['moderators'] })
      })
      await voteOn(scene, 100, 9, -1)
      expect(await scene.records()).toEqual(['many-down-votes: 9'])
      await scene.raise(T0 + minute)
      expect((await scene.store.read((read) => reviewOf(read, voter))).needsReview).toBe(false)
    }))

  test('a record is shown to moderators and admins, never to the voter', () =>
    withScene(makePlace, async (scene) => {
      await voteOn(scene, 100, 10, 1)
      const seenBy = (viewer: Parameters<typeof permittedRead>[1]) =>
        scene.store.read(async (read) => {
          const query = defineQuery({ table: votePatterns, index: ['firstAt'], equals: [], order: 'ascending', limit: 50 })
          return (await permittedRead(read, viewer, policies).list(query)).length
        })
      expect(await Promise.all([moderator, admin, member(author), member(voter)].map(seenBy))).toEqual([1, 1, 0, 0])
      expect(await seenBy(member(voter, { groups: ['moderators'] }))).toBe(0)
    }))
})

test('what a vote notes is undone with it', () =>
  withScene(productPlaces[0][1], async (scene) => {
    await voteOn(scene, 100, 9, 1)
    await scene.store.write(async ({ tx }) =>
      tx.put(comments, aComment({ id: idOf(109), postId: post, authorId: author, removedBy: 'author' })),
    )
    expect(await scene.vote(109, 1, T0 + 9 * second)).toBe('rejected')
    expect(await scene.store.read((read) => read.get(votes, `${voter}:${idOf(109)}:approval`))).toBeUndefined()
    expect([await scene.warning(), await scene.records()]).toEqual([undefined, []])
  }))
