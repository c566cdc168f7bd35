import { describe, expect, test } from 'vitest'
import { comments } from '#shared/comments/schema.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { editComment, postComment, removeComment } from '#shared/comments/mutations.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { saveVersion } from '#shared/posts/version-mutations.ts'
import { deviceMutations } from '#shared/device-registry.ts'
import { aComment, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { setVote } from '#shared/votes/mutations.ts'
import { voteId, votes } from '#shared/votes/schema.ts'
import { createOverlay } from './overlay.ts'
import type { QueuedMutation } from './port.ts'
import { createRowCache, plain } from './row-cache.ts'

const me = idOf(7)

function mutation<Args>(n: number, mutation: Mutation<Args>, args: Args, changes: Partial<QueuedMutation> = {}): QueuedMutation {
  const base = { n, name: mutation.name, v: 1, args, at: T0 + n, key: null, isOffered: false, state: 'unsent' as const }
  return { ...base, waitUntil: null, seq: null, shapes: [], ...changes }
}

const comment = (n: number, id: number, text: string, parentId: string | null = null) =>
  mutation(n, postComment, { id: idOf(id), postId: idOf(1), parentId, body: paragraph(text) })
const vote = (n: number, targetId: string, value: -2 | -1 | 0 | 1 | 2) =>
  mutation(n, setVote, { targetKind: 'comment', targetId, axis: 'approval', value })

const overlayDeps = (userId: string) => ({
  mutations: deviceMutations,
  viewer: () => member(userId),
  yieldToEventLoop: async () => undefined,
  elapsed: () => 0,
  onChange: () => undefined,
  onBug: (error: unknown) => {
    throw error
  },
})

async function world(elapsed: () => number = () => 0) {
  const confirmed = memoryTransaction()
  await confirmed.put(posts, aPost())
  await confirmed.put(comments, aComment())
  const cache = createRowCache({
    getMany: confirmed.getMany,
    count: confirmed.count,
    ids: async (query) => (await confirmed.list(query)).map((row) => row.id),
  })
  const told: string[][] = []
  const counts = { runs: 0, breaths: 0 }
  const counted = deviceMutations.map((mutation) => ({
    ...mutation,
    run(...given: Parameters<typeof mutation.run>) {
      counts.runs += 1
      return mutation.run(...given)
    },
  }))
  const state = { viewer: member(me) }
  const overlay = createOverlay({
    ...overlayDeps(me),
    base: cache,
    mutations: counted,
    viewer: () => state.viewer,
    yieldToEventLoop: async () => void (counts.breaths += 1),
    elapsed,
    onChange: (rows) => told.push([...rows]),
  })
  const update = (part: Partial<Parameters<typeof overlay.update>[0]>) => overlay.update({ rows: [], queued: [], left: [], ...part })
  /** A page has come: rows change, mutations leave, at once. */
  const page = async (rows: readonly Row[], left: readonly number[] = []) => {
    for (const row of rows) await confirmed.put(plain('body' in row ? comments : posts), row)
    const keys = rows.map((row) => ['body' in row ? 'comments' : 'posts', row.id] as const)
    cache.forgetRows(keys)
    return update({ rows: keys, left })
  }
  const texts = async () =>
    (await overlay.read.list(commentsOfPost(idOf(1)))).map((row) => JSON.stringify(row.body).match(/"text":"([^"]*)"/u)?.[1])
  return { confirmed, cache, overlay, update, page, texts, told, counts, state }
}

describe('the overlay', () => {
  test('shows what is queued over what is confirmed, and writes nothing into it', async () => {
    const { overlay, update, texts, confirmed, told } = await world()
    await update({ queued: [comment(1, 20, 'mine')] })
    expect(await texts()).toEqual(['I wonder.', 'mine'])
    expect(await overlay.read.count(commentsOfPost(idOf(1)))).toBe(2)
    expect(await confirmed.get(comments, idOf(20))).toBeUndefined()
    expect(told.flat()).toContain(`comments/${idOf(20)}`)
  })

  test('later mutations see earlier ones: a reply to a queued comment, its edit, a vote', async () => {
    const { overlay, update, texts } = await world()
    await update({
      queued: [
        comment(1, 20, 'mine'),
        comment(2, 21, 'more', idOf(20)),
        mutation(3, editComment, { id: idOf(20), body: paragraph('mended'), bodyVersion: 1 }),
        vote(4, idOf(21), 1),
      ],
    })
    expect(await texts()).toEqual(['I wonder.', 'mended', 'more'])
    expect(await overlay.read.get(votes, voteId(me, idOf(21), 'approval'))).toMatchObject({ value: 1, isSelf: true })
  })

  test('a mutation that the rules refuse has no effect and stays; when the reason goes, it has', async () => {
    const { overlay, page, update, texts } = await world()
    await page([aPost({ commentsLocked: true })])
    await update({ queued: [comment(1, 20, 'mine')] })
    expect(await texts()).toEqual(['I wonder.'])
    expect(overlay.mutations()).toHaveLength(1)
    await page([aPost()])
    expect(await texts()).toEqual(['I wonder.', 'mine'])
    await page([aPost({ commentsLocked: true })])
    expect(await texts()).toEqual(['I wonder.'])
  })

  test('when its page comes, a mutation leaves without a moment in which its row is missing', async () => {
    const { overlay, page, update, texts } = await world()
    await update({ queued: [comment(1, 20, 'mine'), comment(2, 21, 'more', idOf(20))] })
    const arriving = page([aComment({ id: idOf(20), authorId: me, body: paragraph('mine'), postedAt: T0 + 1 })], [1])
    expect(await texts()).toEqual(['I wonder.', 'mine', 'more'])
    await arriving
    expect(await texts()).toEqual(['I wonder.', 'mine', 'more'])
    expect(overlay.mutations().map(({ n }) => n)).toEqual([2])
  })

  test('what falls takes what depended on it along, and nothing else', async () => {
    const { update, texts } = await world()
    await update({ queued: [comment(1, 20, 'mine'), comment(2, 21, 'more', idOf(20)), comment(3, 22, 'other')] })
    await update({ left: [1] })
    expect(await texts()).toEqual(['I wonder.', 'other'])
  })

  test('a page runs again only what depended on it', async () => {
    const { update, page, counts } = await world()
    const many = Array.from({ length: 50 }, (_, at) => aComment({ id: idOf(1000 + at), postedAt: T0 + at }))
    await page(many)
    await update({ queued: many.map((row, at) => vote(at + 1, row.id, 1)) })
    counts.runs = 0
    await page([aComment({ id: idOf(1003), replyCount: 1 })])
    expect(counts.runs).toBe(1)
    await update({ queued: [vote(99, idOf(1003), -1)], left: [1, 2, 3] })
    expect(counts.runs).toBe(2)
  })

  test('a mutation that only came further on its way is not run again', async () => {
    const { update, counts } = await world()
    await update({ queued: [comment(1, 20, 'mine')] })
    await update({ queued: [{ ...comment(1, 20, 'mine'), isOffered: true }] })
    expect(counts.runs).toBe(1)
  })

  test('merged arguments replace the earlier effect', async () => {
    const { overlay, update } = await world()
    await update({ queued: [vote(1, idOf(10), 2)] })
    await update({ queued: [{ ...vote(1, idOf(10), -1), at: T0 + 9 }] })
    expect(await overlay.read.get(votes, voteId(me, idOf(10), 'approval'))).toMatchObject({ value: -1 })
  })

  test('a row is the same object as long as nothing changed it', async () => {
    const { overlay, update, page } = await world()
    await update({ queued: [comment(1, 20, 'mine')] })
    const before = await overlay.read.list(commentsOfPost(idOf(1)))
    // The page says again what is known, and a fact that the mutation does not show.
    await page([aPost({ commentCount: 5 }), aComment()])
    const after = await overlay.read.list(commentsOfPost(idOf(1)))
    expect(after.map((row, at) => row === before[at])).toEqual([true, true])
  })

  test('new rights are asked at once', async () => {
    const { overlay, update, texts, state } = await world()
    await update({ queued: [comment(1, 20, 'mine')] })
    state.viewer = member(me, { commentingDisabled: true })
    await overlay.runAll()
    expect(await texts()).toEqual(['I wonder.'])
  })

  test('a dry run refuses as the server would and leaves nothing', async () => {
    const { overlay, texts, update } = await world()
    await update({ queued: [comment(1, 20, 'mine')] })
    const remove = { id: idOf(10), reason: '' }
    await expect(overlay.dryRun(removeComment, remove, T0)).rejects.toMatchObject({ code: 'not-allowed', reason: 'not-yours' })
    await overlay.dryRun(postComment, { id: idOf(30), postId: idOf(1), parentId: idOf(20), body: paragraph('x') }, T0)
    expect(await texts()).toEqual(['I wonder.', 'mine'])
  })

  test('a number that somebody else takes between two reads of a dry run is not held against it', async () => {
    const { confirmed, overlay, cache } = await world()
    const aVersion = (id: number, n: number) => ({
      ...{ id: idOf(id), subjectKind: 'post' as const, subjectId: idOf(1), postId: idOf(1), version: `0.${n}.0`, isDraft: true },
      ...{ title: 'A', body: paragraph('kept'), wordCount: 1, authorId: me, at: T0, n },
    })
    await confirmed.put(posts, aPost({ authorId: me, status: 'draft', publishedAt: null }))
    await confirmed.put(revisions, aVersion(40, 1))
    let lists = 0
    const list: Read['list'] = async (query) => {
      const found = await cache.list(query)
      // The server's copy of the same text comes once the number has been looked for.
      if (query.table.name === revisions.name && (lists += 1) === 1) {
        await confirmed.put(revisions, aVersion(41, 2))
        cache.forgetRows([['revisions', idOf(41)]])
      }
      return found
    }
    const racing = createOverlay({ ...overlayDeps(me), base: { ...cache, list } })
    const named = { id: idOf(1), revisionId: idOf(42), body: paragraph('mine'), note: 'Written offline on this device' }
    await racing.dryRun(saveVersion, named, T0)
    expect(lists).toBeGreaterThan(2)
    await confirmed.put(revisions, { ...aVersion(43, 3), subjectId: idOf(2) })
    await expect(overlay.dryRun(saveVersion, { ...named, revisionId: idOf(43) }, T0)).rejects.toMatchObject({ code: 'not-found' })
  })

  test('what changes while a mutation runs is not lost on it', async () => {
    const { overlay, update, page, texts } = await world()
    const first = update({ queued: [comment(1, 20, 'mine')] })
    const second = page([aPost({ commentsLocked: true })])
    await Promise.all([first, second])
    expect(await texts()).toEqual(['I wonder.'])
    const third = update({ queued: [comment(2, 21, 'more')] })
    const fourth = update({ queued: [{ ...comment(2, 21, 'more'), isOffered: true }] })
    const fifth = page([aPost()])
    await Promise.all([third, fourth, fifth])
    expect(await texts()).toEqual(['I wonder.', 'mine', 'more'])
    expect(overlay.mutations()[1]).toMatchObject({ isOffered: true })
  })

  test('thousands of mutations run in slices', async () => {
    let clock = 0
    const { update, overlay, counts } = await world(() => (clock += 1))
    await update({ queued: Array.from({ length: 2_000 }, (_, at) => vote(at + 1, idOf(10), at % 2 === 0 ? 1 : -1)) })
    expect(counts.breaths).toBeGreaterThan(100)
    expect(await overlay.read.get(votes, voteId(me, idOf(10), 'approval'))).toMatchObject({ value: -1 })
  })
})

describe('hints', () => {
  test('let a mutation run before its thread has come, and give way to what is confirmed', async () => {
    const { overlay, update, cache, page } = await world()
    const other = aPost({ id: idOf(50), slug: 'other' })
    const onOther = mutation(1, postComment, { id: idOf(51), postId: idOf(50), parentId: null, body: paragraph('early') })
    await update({ queued: [onOther] })
    expect(await overlay.read.get(comments, idOf(51))).toBeUndefined()
    cache.hint(posts, other)
    await update({ rows: [['posts', idOf(50)]] })
    cache.hint(posts, other)
    await update({ queued: [{ ...onOther, at: T0 + 5 }] })
    expect(await overlay.read.get(comments, idOf(51))).toMatchObject({ postId: idOf(50) })
    await page([{ ...other, commentsLocked: true } as Row])
    expect(await overlay.read.get(posts, idOf(50))).toMatchObject({ commentsLocked: true })
    expect(await overlay.read.get(comments, idOf(51))).toBeUndefined()
  })
})
