import { describe, expect, test } from 'vitest'
import type { Post } from '../posts/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { policies } from '../policies.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { visitor } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { aChapter, aPost, aSequence, idOf, member, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { collectionContains, communitySequences, curatedSequences, profileSequences } from './queries.ts'
import type { Sequence } from './schema.ts'
import { books, chapters, sequencePostId, sequencePosts, sequences } from './schema.ts'
import { seriesOf } from './series.ts'

const post = (n: number, changes: Partial<Post> = {}) => aPost({ id: idOf(n), slug: `post-${n}`, title: `Post ${n}`, ...changes })

/** Sequences with these posts, a chapter each two. */
async function world(given: readonly { readonly sequence: Sequence; readonly postIds: readonly number[] }[], known: readonly Post[]) {
  const tx = memoryTransaction()
  for (const one of known) await tx.put(posts, one)
  for (const [at, { sequence, postIds }] of given.entries()) {
    await tx.put(sequences, sequence)
    for (let n = 0; n * 2 < postIds.length; n += 1) {
      const ids = postIds.slice(n * 2, n * 2 + 2).map(idOf)
      await tx.put(chapters, aChapter({ id: idOf(1_000 + at * 10 + n), sequenceId: sequence.id, number: n + 1, postIds: ids }))
    }
    for (const n of postIds) {
      const id = sequencePostId(sequence.id, idOf(n))
      await tx.put(sequencePosts, { id, sequenceId: sequence.id, postId: idOf(n), addedAt: T0 + at, isMain: false })
    }
  }
  return { tx, as: (viewer: Viewer) => permittedRead(tx, viewer, policies) }
}

const told = (series: Awaited<ReturnType<typeof seriesOf>>) =>
  series && {
    place: [series.place.at, series.place.of],
    previous: series.previous?.post?.title ?? null,
    next: series.next?.post?.title ?? null,
  }

describe('the way through a sequence', () => {
  test('goes over the ends of chapters, and past what readers do not see, which is not counted either', async () => {
    const known = [post(1), post(2, { status: 'removed' }), post(3, { status: 'draft' }), post(4), post(5)]
    const { as } = await world([{ sequence: aSequence(), postIds: [1, 2, 3, 4, 5] }], known)
    expect(told(await seriesOf(as(visitor), post(4), idOf(500), false))).toEqual({ place: [2, 3], previous: 'Post 1', next: 'Post 5' })
    // Its author does not read on into a draft either.
    expect(told(await seriesOf(as(member(idOf(100))), post(1), idOf(500), false))).toEqual({
      place: [1, 3],
      previous: null,
      next: 'Post 4',
    })
  })

  test('a removed post comes back where it was', async () => {
    const { tx, as } = await world([{ sequence: aSequence(), postIds: [1, 2, 3] }], [post(1), post(2, { status: 'removed' }), post(3)])
    await tx.put(posts, post(2))
    expect(told(await seriesOf(as(visitor), post(1), idOf(500), false))).toEqual({ place: [1, 3], previous: null, next: 'Post 2' })
  })

  test('what may only not be here has its place in it, without its title', async () => {
    const { as } = await world([{ sequence: aSequence(), postIds: [1, 2, 3] }], [post(1), post(3)])
    const series = await seriesOf(as(visitor), post(1), idOf(500), true)
    expect(told(series)).toEqual({ place: [1, 3], previous: null, next: null })
    expect([series?.isWhole, series?.next?.postId]).toEqual([false, idOf(2)])
  })

  test('there is none for a post that is not in it, in a removed one, nor in another’s draft', async () => {
    const draft = aSequence({ isDraft: true, publishedAt: null })
    const { as } = await world([{ sequence: draft, postIds: [1] }], [post(1), post(2)])
    expect(await seriesOf(as(visitor), post(1), idOf(500), false)).toBeNull()
    expect(told(await seriesOf(as(member(idOf(100))), post(1), idOf(500), false))).toMatchObject({ place: [1, 1] })
    expect(await seriesOf(as(member(idOf(100))), post(2), idOf(500), false)).toBeNull()
    // And it is nobody's way on by itself.
    expect(await seriesOf(as(member(idOf(100))), post(1), undefined, false)).toBeNull()
    const { as: later } = await world([{ sequence: aSequence({ removedAt: T0 }), postIds: [1] }], [post(1)])
    expect(await seriesOf(later(member(idOf(100))), post(1), idOf(500), false)).toBeNull()
  })

  test('of several it is the staff’s choice, then one of its own author’s, then a curated one; never just anybody’s', async () => {
    const others = aSequence({ id: idOf(501), authorId: idOf(300), title: 'First' })
    const own = aSequence({ id: idOf(502), title: 'Own' })
    const last = aSequence({ id: idOf(503), authorId: idOf(300), title: 'Last' })
    const { tx, as } = await world(
      [others, own, last].map((sequence) => ({ sequence, postIds: [1] })),
      [post(1)],
    )
    const main = async (of = post(1)) => (await seriesOf(as(visitor), of, undefined, false))?.sequence.title
    expect(await main()).toBe('Own')
    const strangers = post(1, { authorId: idOf(400) })
    expect(await main(strangers)).toBeUndefined()
    await tx.put(sequences, { ...last, curatedOrder: 1 })
    expect(await main(strangers)).toBe('Last')
    await tx.put(sequences, { ...others, bookId: idOf(700) })
    expect(await main(strangers)).toBe('First')
    const place = await tx.get(sequencePosts, sequencePostId(idOf(503), idOf(1)))
    if (place !== undefined) await tx.put(sequencePosts, { ...place, isMain: true })
    expect(await main()).toBe('Last')
    await tx.put(sequences, { ...last, isHidden: true })
    expect(await main()).toBe('Own')
  })

  test('at its ends it goes on in the book, past what is empty or hidden', async () => {
    const bookId = idOf(700)
    const [one, two, three, four] = [501, 502, 503, 504].map((n) => aSequence({ id: idOf(n), title: `S${n}`, bookId }))
    if (!one || !two || !three || !four) throw new Error('four were made')
    const { tx, as } = await world(
      [
        { sequence: one, postIds: [1] },
        { sequence: two, postIds: [2] },
        { sequence: { ...three, isDraft: true }, postIds: [3] },
        { sequence: four, postIds: [4, 5] },
      ],
      [1, 4, 5].map((n) => post(n)),
    )
    await tx.put(books, {
      ...{ id: bookId, collectionId: idOf(600), number: 1, title: 'B', subtitle: '', tocTitle: '', body: aChapter().body, postIds: [] },
      ...{ sequenceIds: [one, two, three, four].map(({ id }) => id), showsGrid: false, showsChapters: false, hidesProgress: false },
    })
    const onwards = await seriesOf(as(visitor), post(1), idOf(501), false)
    expect([onwards?.next?.post?.title, onwards?.next?.sequence.title]).toEqual(['Post 4', 'S504'])
    expect((await seriesOf(as(visitor), post(4), idOf(504), false))?.previous?.post?.title).toBe('Post 1')
    expect(await collectionContains(tx, idOf(600), idOf(5))).toBe(true)
    expect(await collectionContains(tx, idOf(600), idOf(9))).toBe(false)
  })
})

describe('lists of sequences', () => {
  const made = (n: number, changes: Partial<Sequence>) => aSequence({ id: idOf(n), title: `S${n}`, ...changes })
  const over = async (...found: readonly Sequence[]) =>
    (
      await world(
        found.map((sequence) => ({ sequence, postIds: [] })),
        [],
      )
    ).as(visitor)

  test('curated ones go by their order, the community’s by their date; drafts, removed, hidden and collected ones are in neither', async () => {
    const read = await over(
      made(1, { curatedOrder: 1 }),
      made(2, { curatedOrder: 5 }),
      made(3, { publishedAt: T0 + 1 }),
      made(4, { publishedAt: T0 + 9 }),
      made(5, { bookId: idOf(700) }),
      made(6, { isDraft: true, publishedAt: null }),
      made(7, { removedAt: T0 }),
      made(8, { isHidden: true, curatedOrder: 9 }),
    )
    expect((await curatedSequences(read, 10)).found.map(({ title }) => title)).toEqual(['S2', 'S1'])
    expect((await communitySequences(read, 10)).found.map(({ title }) => title)).toEqual(['S4', 'S3'])
    expect(await communitySequences(read, 1)).toMatchObject({ hasMore: true, found: [{ title: 'S4' }] })
  })

  test('many that were taken back hide none of those before them', async () => {
    const takenBack = Array.from({ length: 120 }, (_one, n) =>
      made(1_000 + n, { isDraft: true, publishedAt: T0 + 10 + n, curatedOrder: 10 + n }),
    )
    const read = await over(...takenBack, made(1, {}), made(2, { curatedOrder: 1 }))
    expect((await communitySequences(read, 10)).found.map(({ title }) => title)).toEqual(['S1'])
    expect((await curatedSequences(read, 10)).found.map(({ title }) => title)).toEqual(['S2'])
  })

  test('a profile has its author’s public ones in their own order, then newest first', async () => {
    const read = await over(
      made(1, { createdAt: T0 + 1 }),
      made(2, { createdAt: T0 + 2 }),
      made(3, { profileOrder: 2 }),
      made(4, { profileOrder: 1 }),
      made(5, { isHiddenFromProfile: true }),
      made(6, { isDraft: true }),
      made(7, { authorId: idOf(300) }),
    )
    expect((await profileSequences(read, idOf(100))).map(({ title }) => title)).toEqual(['S4', 'S3', 'S2', 'S1'])
  })
})
