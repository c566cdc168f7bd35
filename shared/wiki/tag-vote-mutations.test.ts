import { describe, expect, test } from 'vitest'
import type { Transaction } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { aPost, aTag, aTagRel, idOf, member, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import type { VoteValue } from '../votes/schema.ts'
import { voteOnTag } from './tag-vote-mutations.ts'
import { tagsOfPost } from './tag-vote-queries.ts'
import { relId, tagRels, tagVoteId, tagVotes } from './tag-vote-schema.ts'
import type { Tag } from './schema.ts'
import { tags } from './schema.ts'

const [water, science] = [idOf(700), idOf(701)]
const bob = member(idOf(101), { karma: 1_000 })
const args = (value: VoteValue, tagId = water) => ({ postId: idOf(1), tagId, value })
const rel = relId(idOf(1), water)
const vote = tagVoteId(idOf(101), idOf(1), water)

async function scene(changes: Partial<Tag> = {}): Promise<Transaction> {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  await tx.put(tags, aTag({ id: water, ...changes }))
  await tx.put(tags, aTag({ id: science, name: 'Science', slug: 'science', isCore: true }))
  return tx
}

describe('voteOnTag', () => {
  test('puts a tag to a post with the member’s weak vote, once however often it runs', async () => {
    const tx = await scene()
    await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(1))
    await voteOnTag.run({ tx, viewer: bob, now: T0 + 60_000 }, args(1))
    expect(await tx.get(tagRels, rel)).toMatchObject({ userId: idOf(101), appliedAt: T0, tag: { name: 'Water' }, baseScore: 0 })
    expect(await tx.get(tagVotes, vote)).toMatchObject({ value: 1, power: 2, tallied: 0, at: T0 })
  })

  test('stands among the post’s chips here before anybody has counted it, and leaves them when it is taken back', async () => {
    const tx = await scene()
    await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(1))
    expect(await tagsOfPost(tx, bob, aPost())).toMatchObject([{ id: water, name: 'Water', relevance: 2 }])
    expect(await tagsOfPost(tx, member(idOf(102)), aPost())).toEqual([])
    await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(0))
    expect(await tagsOfPost(tx, bob, aPost())).toEqual([])
  })

  test('brings the tag’s parent along, unless the post has it or the member is against it', async () => {
    const tx = await scene({ parentTagId: science })
    await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(1))
    expect(await tx.get(tagVotes, tagVoteId(idOf(101), idOf(1), science))).toMatchObject({ value: 1 })

    const there = await scene({ parentTagId: science })
    await there.put(tagRels, aTagRel({ tagId: science }))
    await voteOnTag.run({ tx: there, viewer: bob, now: T0 }, args(1))
    expect(await there.get(tagVotes, tagVoteId(idOf(101), idOf(1), science))).toBeUndefined()

    const against = await scene({ parentTagId: science })
    await voteOnTag.run({ tx: against, viewer: bob, now: T0 }, args(1, science))
    await voteOnTag.run({ tx: against, viewer: bob, now: T0 }, args(-1, science))
    await voteOnTag.run({ tx: against, viewer: bob, now: T0 }, args(1))
    expect(await against.get(tagVotes, tagVoteId(idOf(101), idOf(1), science))).toMatchObject({ value: -1 })
  })

  test('a vote on a tag that is there brings nothing along', async () => {
    const tx = await scene({ parentTagId: science })
    await tx.put(tagRels, aTagRel({ tagId: water }))
    await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(2))
    expect(await tx.get(tagRels, relId(idOf(1), science))).toBeUndefined()
  })

  test('takes a vote back, and says when it was given no more', async () => {
    const tx = await scene()
    await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(1))
    await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(0))
    expect(await tx.get(tagVotes, vote)).toMatchObject({ value: 0, power: 0, at: null })
  })

  test('of a tag that was never there nothing is taken back, and nobody is against it', async () => {
    const tx = await scene()
    for (const value of [0, -1] as const) await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(value))
    expect(await tx.get(tagRels, rel)).toBeUndefined()
    expect(await tx.get(tagVotes, vote)).toBeUndefined()
  })

  test.each([
    ['for the wiki alone', { isWikiOnly: true }, 'not-allowed'],
    ['deleted', { state: 'deleted' }, 'not-allowed'],
    ['somebody’s draft', { state: 'draft', slug: null }, 'not-allowed'],
    ['for authors', { isAuthorOnly: true }, 'not-allowed'],
  ] as const)('a tag that is %s is refused, and nothing is stored', async (_what, changes, code) => {
    const tx = await scene(changes)
    await expect(voteOnTag.run({ tx, viewer: bob, now: T0 }, args(1))).rejects.toMatchObject({ code })
    expect(await tx.get(tagRels, rel)).toBeUndefined()
  })

  test('a device that has never seen the page goes by what stands at another post', async () => {
    const tx = memoryTransaction()
    await tx.put(posts, aPost())
    await expect(voteOnTag.run({ tx, viewer: bob, now: T0 }, args(1))).rejects.toMatchObject({ code: 'not-found' })
    await tx.put(tagRels, aTagRel({ postId: idOf(2), tagId: water }))
    await voteOnTag.run({ tx, viewer: bob, now: T0 }, args(1))
    expect(await tx.get(tagRels, rel)).toMatchObject({ tag: { name: 'Water', slug: 'water' } })
  })

  test('a post has no more tags than are ever looked at', async () => {
    const tx = await scene()
    for (let n = 0; n < 100; n += 1) await tx.put(tagRels, aTagRel({ tagId: idOf(2_000 + n) }))
    await expect(voteOnTag.run({ tx, viewer: bob, now: T0 }, args(1))).rejects.toMatchObject({ code: 'invalid', field: 'postTags' })
  })
})
