import { describe, expect, onTestFinished, test } from 'vitest'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlaces } from '#server/store/testing/product-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { members } from '#shared/accounts/schema.ts'
import type { Comment } from '#shared/comments/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { aComment, aMember, aPost, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { tallies } from '#shared/votes/schema.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { commentSimilarity } from './comment-similarity.ts'
import { featuresOf, maxFeatures } from './text-features.ts'

const [harbour, tides, bread, hidden] = [10, 11, 12, 13].map(idOf) as [string, string, string, string]
const said: Readonly<Record<string, string>> = {
  [harbour]: 'The harbours of the north freeze in winter, and ships wait.',
  [tides]: 'Every winter the ships leave before the tide turns.',
  [bread]: 'Bread wants a hot oven and patience.',
}

async function scene(makePlace: (typeof productPlaces)[number][1], more: readonly Comment[] = [], most?: number) {
  const place = await makePlace()
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  onTestFinished(async () => {
    await store.close()
    await place.remove()
  })
  const write = (rows: readonly Comment[]) =>
    store.write(async ({ tx }) => rows.reduce((before, row) => before.then(() => tx.put(comments, row)), Promise.resolve()))
  await store.write(async ({ tx }) => {
    await tx.put(members, aMember({ id: idOf(100), displayName: 'Nell' }))
    await tx.put(posts, aPost({ id: idOf(1), authorId: idOf(100) }))
    await tx.put(posts, aPost({ id: idOf(2), authorId: idOf(100), status: 'draft', publishedAt: null, slug: 'a-draft' }))
    await tx.put(tallies, { ...emptyTally('comment', bread, idOf(1)), baseScore: 40 })
  })
  await write([...Object.entries(said).map(([id, text], at) => aComment({ id, body: paragraph(text), postedAt: T0 + at })), ...more])
  const errors: unknown[] = []
  const similarity = commentSimilarity({
    store,
    now: () => T0 + 9,
    onError: (error) => errors.push(error),
    ...(most !== undefined && { most }),
  })
  const find = async (asked: { text: string } | { commentId: string }, bias = 0) => similarity.find({ from: asked, bias })
  return {
    store,
    similarity,
    find,
    write,
    errors,
    ids: async (...asked: Parameters<typeof find>) => (await find(...asked))?.map(({ id }) => id),
  }
}

describe.each(productPlaces)('similar comments on %s', (_name, place) => {
  test('are found by a text and by a comment, those with more of the same words first', async () => {
    const { similarity, find, ids } = await scene(place)
    expect([similarity.state(), await ids({ text: 'winter' })]).toEqual([{ kind: 'empty' }, []])
    await similarity.build()
    expect(similarity.state()).toEqual({ kind: 'ready', builtAt: T0 + 9, count: 3, isCut: false })
    expect(await ids({ text: 'Harbour: ships freeze' })).toEqual([harbour, tides])
    expect(await ids({ commentId: tides })).toEqual([harbour])
    const [itself, ...others] = (await find({ text: said[harbour] ?? '' })) ?? []
    expect(itself).toEqual({ id: harbour, likeness: expect.closeTo(1, 5), score: expect.closeTo(1, 5) })
    expect(others.every(({ likeness }) => likeness < 0.5)).toBe(true)
    expect(await find({ commentId: idOf(99) })).toBeNull()
    expect(await find({ commentId: 'no id' })).toBeNull()
  })

  test('never are removed, rejected or of a draft, neither when the index is built nor later', async () => {
    const like = (id: string, changes: Partial<Comment>) => aComment({ id, body: paragraph(said[bread] ?? ''), ...changes })
    const gone = { removedBy: 'author', removedAt: T0, removedById: idOf(100) } as const
    const rows = [
      like(hidden, gone),
      like(idOf(14), { rejectedReason: 'spam' }),
      like(idOf(15), { postId: idOf(2) }),
      like(idOf(16), { awaitsReview: true }),
    ]
    const { similarity, ids, write } = await scene(place, rows)
    await similarity.build()
    expect(similarity.state()).toMatchObject({ count: 3 })
    expect(await ids({ text: 'bread, oven' })).toEqual([bread])
    expect(await ids({ commentId: hidden })).toBeUndefined()
    await write([aComment({ id: bread, body: paragraph(said[bread] ?? ''), ...gone })])
    expect(await ids({ text: 'bread, oven' })).toEqual([])
  })

  test('an edited comment is judged by what it says now', async () => {
    const { similarity, find, write } = await scene(place)
    await similarity.build()
    await write([aComment({ id: bread, body: paragraph('Something else entirely.') })])
    expect(await find({ text: 'bread, oven' })).toEqual([])
  })

  test('of more comments than the index holds, the newest are in it', async () => {
    const { similarity, ids } = await scene(place, [], 2)
    await similarity.build()
    expect(similarity.state()).toMatchObject({ count: 2, isCut: true })
    expect(await ids({ text: 'harbours, ships, an oven' })).toEqual([bread, tides])
  })
})

const [, onSqlite] = productPlaces[0]

test('karma lifts a comment as far as the bias says', async () => {
  const { similarity, ids } = await scene(onSqlite)
  await similarity.build()
  const text = 'ships that wait in winter, with bread'
  expect(await ids({ text }, 0)).toEqual([harbour, tides, bread])
  expect(await ids({ text }, 0.8)).toEqual([bread, harbour, tides])
})

test('scripts without spaces are compared by pairs of characters', async () => {
  const [chinese, japanese] = [idOf(20), idOf(21)]
  const { similarity, ids } = await scene(onSqlite, [
    aComment({ id: chinese, body: paragraph('港口在冬天结冰，船只等待。') }),
    aComment({ id: japanese, body: paragraph('パンには熱い窯と忍耐が必要です。') }),
  ])
  await similarity.build()
  expect(await ids({ text: '冬天的港口' })).toEqual([chinese])
  expect(await ids({ text: '熱い窯でパンを焼く' })).toEqual([japanese])
})

test('more than two searches at once are turned away, and one at a time is built', async () => {
  const { similarity, find } = await scene(onSqlite)
  const [first, second] = [similarity.build(), similarity.build()]
  expect(first).toBe(second)
  await first
  const answers = await Promise.allSettled([1, 2, 3].map(async () => find({ text: 'winter' })))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(answers[2]).toMatchObject({ reason: expect.any(SearchUnavailable) })
})

test('a store that does not answer leaves an empty index that says so', async () => {
  const errors: unknown[] = []
  const broken = commentSimilarity({
    store: { read: () => Promise.reject(new Error('away')) },
    now: () => T0,
    onError: (error) => errors.push(error),
  })
  await broken.build()
  expect([broken.state(), errors]).toEqual([{ kind: 'empty', hasFailed: true }, [new Error('away')]])
})

test('a long text gives no more features than the index has room for', () => {
  expect(featuresOf(Array.from({ length: 9_000 }, (_, n) => `word${n}`).join(' ')).size).toBe(maxFeatures)
})

test('administrators build the index by a plain form, and nobody else', async () => {
  const site = await featureSite()
  const [mara, nell] = [site.browser(), site.browser()]
  await mara.signUp('mara')
  await nell.signUp('nell')
  const maraId = (await mara.me()).viewer.userId ?? ''
  await site.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, maraId)), isAdmin: true }))
  await site.mails()
  const build = async (browser: typeof mara, fields = {}) => (await browser.form('commentSimilarity.build', fields)).status
  expect(await build(nell)).toBe(403)
  expect(await build(site.browser())).toBe(401)
  expect(await build(mara, { all: 'yes' })).toBe(400)
  const answer = await mara.form('commentSimilarity.build', {})
  expect([answer.status, answer.headers['location']]).toEqual([303, '/admin/commentEmbeddings'])
})
