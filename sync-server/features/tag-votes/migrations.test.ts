import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { listings } from '#shared/feed/schema.ts'
import { aPost, someKarmaStats, idOf, T0 } from '#shared/testing/factories.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { relsOf, tagVotesBy } from '#shared/wiki/tag-vote-queries.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { relsOfPosts } from './migrations.ts'

test('what authors named before there were tags becomes tags with their votes; run twice it changes nothing more', async () => {
  const core = await aCore()
  await core.store.write(async ({ tx }) => {
    await tx.put(karmaStats, someKarmaStats({ id: idOf(100), karma: 1_000 }))
    await tx.put(posts, aPost({ id: idOf(1), tags: ['Water', 'water!', '…', 'New'] }))
    await tx.put(posts, aPost({ id: idOf(2), slug: 'second', tags: ['Water'] }))
    await tx.put(posts, aPost({ id: idOf(3), slug: null, status: 'draft', publishedAt: null, tags: ['Water'] }))
    for (const [feed, n] of [
      ['tag:water', 1],
      ['tag:water', 2],
      ['tag:new', 1],
    ] as const) {
      const line = { id: `${feed}:${idOf(n)}`, feed, postId: idOf(n), publishedAt: T0, at: T0, baseScore: 3, score: 1 }
      await tx.put(listings, { ...line, scoredAt: T0, adjustedScore: 3, lastCommentedAt: T0 })
    }
  })
  for (let time = 0; time < 2; time += 1) await core.store.write((batch) => relsOfPosts.run(batch))
  await core.store.read(async (read) => {
    const tag = await holderOf(read, 'water')
    expect(tag).toMatchObject({ state: 'placeholder', name: 'Water', postCount: 2 })
    const rels = await read.list(relsOf(idOf(1)))
    expect(rels.map((rel) => rel.tag.slug).toSorted()).toEqual(['new-tag', 'water'])
    expect(rels.find(({ tagId }) => tagId === tag?.id)).toMatchObject({ baseScore: 2, voteCount: 1, relevance: 2 })
    expect(await holderOf(read, 'new-tag')).toMatchObject({ name: 'New', postCount: 1 })
    expect(await read.get(listings, `tag:new:${idOf(1)}`)).toBeUndefined()
    expect(await read.get(listings, `tag:new-tag:${idOf(1)}`)).toMatchObject({ feed: 'tag:new-tag', relevance: 2 })
    const votes = await read.list(tagVotesBy(idOf(100), idOf(1)))
    expect(votes.find(({ tagId }) => tagId === tag?.id)).toMatchObject({ value: 1, power: 2, tallied: 2, isRequest: true })
    expect(await read.list(relsOf(idOf(3)))).toEqual([])
    expect(await read.get(listings, `tag:water:${idOf(2)}`)).toMatchObject({ relevance: 2 })
  })
})
