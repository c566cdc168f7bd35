import { describe, expect, test } from 'vitest'
import { emptyTally } from '../comments/queries.ts'
import { visitor } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import { posts } from '../posts/schema.ts'
import { aPost, idOf, namedRels, namedTags, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { tallies } from '../votes/schema.ts'
import { tagRels } from '../wiki/tag-vote-schema.ts'
import { listingsOfPost } from './listings-of-post.ts'
import { keepRelated } from './related-mutations.ts'
import { relatedFigures } from './related-figures.ts'
import { relatedPosts } from './related-schema.ts'
import { relatedTo, relatedWorker } from './related.ts'
import { listings } from './schema.ts'
import { dayMs, hourMs } from '../kernel/durations.ts'

const written = { authorId: idOf(7), frontpageAt: T0 }

/** Each post with its karma and by another author, unless it says otherwise. */
async function site(all: readonly (readonly [changes: Partial<Post> & { readonly id: string }, karma: number])[]) {
  const tx = memoryTransaction()
  for (const [changes, karma] of all) {
    const post = aPost({ ...written, slug: `p-${changes.id}`, tags: [], ...changes })
    const tally = { ...emptyTally('post', post.id, post.id), baseScore: karma }
    await tx.put(posts, post)
    await tx.put(tallies, tally)
    for (const rel of namedRels(post)) await tx.put(tagRels, rel)
    for (const listing of listingsOfPost(post, tally, T0, namedTags(post))) await tx.put(listings, listing)
  }
  return tx
}

const mine = aPost({ id: idOf(1), slug: 'mine', authorId: idOf(5), tags: ['Tides', 'Boats'], frontpageAt: T0 })
const me = [mine, 3] as const

describe('posts that go with a post', () => {
  test('share most of its tags, and among those that share as many the better ones come first', async () => {
    const tx = await site([
      me,
      [{ id: idOf(11), tags: ['Tides'], frontpageAt: null }, 400],
      [{ id: idOf(12), tags: ['Tides', 'Boats'], frontpageAt: null }, 2],
      [{ id: idOf(13), tags: ['Boats'], frontpageAt: null }, 40],
      [{ id: idOf(14), tags: ['Chess'], frontpageAt: null }, 900],
    ])
    expect(await relatedTo(tx, mine)).toEqual([idOf(12), idOf(11), idOf(13)])
  })

  test.each([
    ['of its own author', { authorId: idOf(5) }, 9],
    ['with negative karma', {}, -1],
    ['that are events', { kind: 'event' }, 9],
    ['that only their address opens', { isUnlisted: true }, 9],
    ['that were rejected', { rejectedReason: 'Spam.' }, 9],
    ['that the staff do not recommend', { isNotRecommended: true }, 9],
    ['that are drafts again', { status: 'draft' }, 9],
  ] as const)('are none %s', async (_what, changes, karma) => {
    const tx = await site([me, [{ id: idOf(11), tags: ['Tides'], frontpageAt: null, ...changes }, karma]])
    expect(await relatedTo(tx, mine)).toEqual([])
    const allowed = await site([me, [{ id: idOf(11), tags: ['Tides'], frontpageAt: null }, 9]])
    expect(await relatedTo(allowed, mine)).toEqual([idOf(11)])
  })

  test('are filled up from the front page: as many as are kept, the same each time, others for another post', async () => {
    const archive = Array.from({ length: 40 }, (_, n) => [{ id: idOf(100 + n), authorId: idOf(60 + n) }, n] as const)
    const tx = await site([me, ...archive])
    const found = await relatedTo(tx, mine)
    expect(found).toHaveLength(relatedFigures.kept)
    expect(new Set(found).size).toBe(relatedFigures.kept)
    expect(await relatedTo(tx, mine)).toEqual(found)
    expect(await relatedTo(tx, aPost({ id: idOf(2), authorId: idOf(5), tags: [] }))).not.toEqual(found)
  })
})

describe('the work of keeping them', () => {
  const many = 2 * relatedFigures.walkedAtOnce + 20

  async function walked() {
    const tx = await site(Array.from({ length: many }, (_, n) => [{ id: idOf(1_000 + n), publishedAt: T0 - n * hourMs }, 1] as const))
    const work = relatedWorker()
    let now = T0
    const turn = async () => {
      const { lists } = await work(tx, now)
      await keepRelated.run({ tx, now, viewer: visitor }, { lists: lists.map(({ id, postIds }) => ({ id, postIds: [...postIds] })) })
      return lists.map(({ id }) => id)
    }
    const all = async () => {
      const made: string[] = []
      for (let quiet = 0; quiet < 5;) {
        const some = await turn()
        made.push(...some)
        quiet = some.length === 0 ? quiet + 1 : 0
      }
      return made
    }
    return { tx, turn, all, at: (time: number) => (now = time) }
  }

  test('goes through all posts, a piece at a time and each once', async () => {
    const { tx, all } = await walked()
    const made = await all()
    expect(made).toHaveLength(many)
    expect(new Set(made).size).toBe(many)
    expect((await tx.get(relatedPosts, idOf(1_000)))?.postIds).toHaveLength(0)
  })

  test('sees a new post at its next turn, wherever it was', async () => {
    const { tx, turn } = await walked()
    while ((await turn()).some((id) => id < idOf(1_000 + relatedFigures.walkedAtOnce)));
    const fresh = aPost({ ...written, id: idOf(900), slug: 'new', publishedAt: T0 + 1, authorId: idOf(8) })
    await tx.put(posts, fresh)
    for (const listing of listingsOfPost(fresh, undefined, T0, [])) await tx.put(listings, listing)
    expect(await turn()).toContain(idOf(900))
    expect((await tx.get(relatedPosts, idOf(900)))?.postIds).toHaveLength(relatedFigures.kept)
  })

  test('makes them anew after a week, those of old posts after a month', async () => {
    const { all, at } = await walked()
    await all()
    at(T0 + relatedFigures.lastsMs)
    const young = await all()
    expect(young.length).toBe(many)
    at(T0 + relatedFigures.isOldAfterMs + dayMs)
    expect((await all()).length).toBe(many)
    at(T0 + relatedFigures.isOldAfterMs + dayMs + relatedFigures.lastsMs)
    expect(await all()).toEqual([])
  })
})
