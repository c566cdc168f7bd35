import { expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { keepRels } from '#server/features/tag-votes/effects.ts'
import { startEffects } from '#server/sync/effects.ts'
import { aCore } from '#server/testing/core.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { postList } from '#shared/feed/queries.ts'
import type { TaggedSort } from '#shared/feed/queries.ts'
import { aTagRel, idOf, publishArgs, T0 } from '#shared/testing/factories.ts'
import { tagVoteFigures } from '#shared/wiki/tag-vote-rules.ts'
import { relId, tagRels, tagVotes } from '#shared/wiki/tag-vote-schema.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { tags } from '#shared/wiki/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const publish = (core: Core, n: number, userId: string, changes: Record<string, unknown> = {}, revision = n + 5_000, now = T0) =>
  core.must({
    name: 'posts.publish',
    args: publishArgs({ id: idOf(n), revisionId: idOf(revision), title: `Essay ${n}`, ...changes }),
    userId,
    now,
  })
/** Whose words become tags as they are typed. */
async function newTagger(core: Core, n: number): Promise<string> {
  const userId = await core.join(n)
  await core.earn(userId)
  return userId
}
const vote = (core: Core, userId: string, n: number, tagId: string, value: number) =>
  core.must({ name: 'wiki.voteOnTag', args: { postId: idOf(n), tagId, value }, userId, now: T0 })
const tagOf = async (core: Core, slug: string): Promise<Tag> => {
  const found = await core.store.read((read) => holderOf(read, slug))
  if (found === undefined) throw new Error(`no tag ${slug}`)
  return found
}
const relOf = (core: Core, n: number, tagId: string) => core.store.read((read) => read.get(tagRels, relId(idOf(n), tagId)))
const listed = (core: Core, slug: string, sort: TaggedSort = 'relevance') =>
  core.store.read(async (read) => (await postList(read, `tag:${slug}`, sort, 50)).rows.map(({ post }) => post.id))
const change = (core: Core, tag: Tag, changes: Partial<Tag>) => core.store.write(({ tx }) => tx.put(tags, { ...tag, ...changes }))

test('what an author names becomes a tag with their vote, one for each name, and the post stands in its list', async () => {
  const core = await aCore()
  const ada = await newTagger(core, 100)
  await publish(core, 1, ada, { tags: ['Night Watch', '#Water'] })
  await publish(core, 2, ada, { tags: ['night watch'] })
  const tag = await tagOf(core, 'night-watch')
  expect(tag).toMatchObject({ state: 'placeholder', name: 'Night Watch', postCount: 2 })
  expect(await tagOf(core, 'water')).toMatchObject({ name: 'Water' })
  expect(await relOf(core, 1, tag.id)).toMatchObject({ baseScore: 1, voteCount: 1, relevance: 1 })
  expect(await listed(core, 'night-watch', 'new')).toEqual([idOf(2), idOf(1)])
})

test('a word that the author names no more loses their vote and nobody else’s; what they said by the arrows stays', async () => {
  const core = await aCore()
  const [ada, bob] = [await newTagger(core, 100), await core.join(101)]
  await publish(core, 1, ada, { tags: ['Water', 'Tides', 'Moon'] })
  const [water, tides, moon] = [await tagOf(core, 'water'), await tagOf(core, 'tides'), await tagOf(core, 'moon')]
  await vote(core, bob, 1, tides.id, 1)
  await vote(core, ada, 1, moon.id, 2)
  await publish(core, 1, ada, { tags: [] }, 7_000)
  expect(await relOf(core, 1, water.id)).toMatchObject({ relevance: 0, voteCount: 0 })
  expect(await relOf(core, 1, tides.id)).toMatchObject({ relevance: 1, voteCount: 1 })
  expect(await relOf(core, 1, moon.id)).toMatchObject({ relevance: 1 })
  expect(await listed(core, 'water')).toEqual([])
  expect(await tagOf(core, 'water')).toMatchObject({ postCount: 0 })

  await publish(core, 1, ada, { tags: ['Water'] }, 7_001)
  expect(await relOf(core, 1, water.id)).toMatchObject({ relevance: 1 })
  await vote(core, ada, 1, water.id, 0)
  await publish(core, 1, ada, { tags: ['Water'], title: 'Essay, again' }, 7_002)
  expect(await relOf(core, 1, water.id)).toMatchObject({ relevance: 0 })
})

test('what was voted off a post does not come back because a coauthor publishes the next version', async () => {
  const core = await aCore()
  const [ada, bob, eve] = [await newTagger(core, 100), await core.join(101), await newTagger(core, 102)]
  await publish(core, 1, ada, { tags: ['Water'] })
  await core.must({ name: 'posts.inviteCoauthor', args: { id: idOf(1), userId: eve }, userId: ada, now: T0 })
  await core.must({ name: 'posts.acceptCoauthor', args: { id: idOf(1) }, userId: eve, now: T0 })
  const { id } = await tagOf(core, 'water')
  await vote(core, bob, 1, id, -1)
  await publish(core, 1, eve, { tags: ['Water', 'Moon'] }, 7_000)
  expect(await relOf(core, 1, id)).toMatchObject({ relevance: 0, voteCount: 2 })
  expect(await listed(core, 'moon')).toEqual([idOf(1)])
})

test('a post to which others have put all the tags that there is room for is published as ever, without one more', async () => {
  const core = await aCore()
  const ada = await newTagger(core, 100)
  await publish(core, 1, ada, { tags: [] })
  await core.store.write(async ({ tx }) => {
    for (let n = 0; n < tagVoteFigures.maxRels; n += 1) await tx.put(tagRels, aTagRel({ postId: idOf(1), tagId: idOf(2_000 + n) }))
  })
  await publish(core, 1, ada, { tags: ['Water'], title: 'Essay, again' }, 7_000)
  expect(await relOf(core, 1, (await tagOf(core, 'water')).id)).toBeUndefined()
})

test('two who apply the same tag without knowing of each other make one rel with two votes', async () => {
  const core = await aCore()
  const [ada, bob, eve] = [await newTagger(core, 100), await core.join(101), await core.join(102)]
  await publish(core, 1, ada, { tags: [] })
  await publish(core, 2, ada, { tags: ['Water'] })
  const { id } = await tagOf(core, 'water')
  await vote(core, bob, 1, id, 1)
  await vote(core, eve, 1, id, 1)
  await vote(core, eve, 1, id, 1)
  expect(await relOf(core, 1, id)).toMatchObject({ userId: bob, baseScore: 2, voteCount: 2, relevance: 2 })
})

test('weights are those of votes, a taken back vote leaves, and at 0 the tag leaves the post', async () => {
  const core = await aCore()
  const [ada, bob] = [await newTagger(core, 100), await core.join(101)]
  await publish(core, 1, ada)
  const { id } = await tagOf(core, 'water')
  await core.store.write(({ tx }) => tx.put(karmaStats, { id: bob, karma: 1_000, postCount: 0, commentCount: 0 }))
  await vote(core, bob, 1, id, 2)
  expect(await relOf(core, 1, id)).toMatchObject({ baseScore: 7, voteCount: 2 })
  await vote(core, bob, 1, id, -1)
  expect(await relOf(core, 1, id)).toMatchObject({ baseScore: -1, relevance: -1, voteCount: 2 })
  expect(await listed(core, 'water')).toEqual([])
  await vote(core, bob, 1, id, 0)
  expect(await relOf(core, 1, id)).toMatchObject({ baseScore: 1, voteCount: 1 })
  expect(await listed(core, 'water')).toEqual([idOf(1)])
  const counted = await core.store.read((read) => read.get(tagVotes, `${bob}:${idOf(1)}:${id}`))
  expect(counted).toMatchObject({ power: 0, tallied: 0 })
})

test('a tag’s posts stand by relevance, then by their own score', async () => {
  const core = await aCore()
  const [ada, bob] = [await newTagger(core, 100), await core.join(101)]
  for (const n of [1, 2, 3]) await publish(core, n, ada)
  const { id } = await tagOf(core, 'water')
  await vote(core, bob, 2, id, 1)
  await core.must({ name: 'votes.set', args: { targetKind: 'post', targetId: idOf(3), axis: 'approval', value: 1 }, userId: bob, now: T0 })
  expect(await listed(core, 'water')).toEqual([idOf(2), idOf(3), idOf(1)])
})

test('a removal-resistant tag stays while a moderator is for it, and goes when one is against it', async () => {
  const core = await aCore()
  const [ada, bob, mod, other] = [await newTagger(core, 100), await core.join(101), await core.join(102), await core.join(103)]
  for (const id of [mod, other])
    await core.store.write(async ({ tx }) => {
      const member = await tx.get(members, id)
      if (member !== undefined) await tx.put(members, { ...member, groups: ['moderators'] })
    })
  await publish(core, 1, ada)
  const tag = await tagOf(core, 'water')
  await change(core, tag, { isRemovalResistant: true })
  await core.must({ name: 'wiki.settleRels', args: { relIds: [relId(idOf(1), tag.id)] }, userId: null, source: 'server' })
  await vote(core, bob, 1, tag.id, -2)
  expect(await relOf(core, 1, tag.id)).toMatchObject({ baseScore: 0, relevance: 0 })
  await vote(core, mod, 1, tag.id, 1)
  await vote(core, ada, 1, tag.id, -1)
  expect(await relOf(core, 1, tag.id)).toMatchObject({ baseScore: -1, isHeldUp: true, relevance: 1 })
  expect(await listed(core, 'water')).toEqual([idOf(1)])
  await vote(core, other, 1, tag.id, -1)
  expect(await relOf(core, 1, tag.id)).toMatchObject({ baseScore: -2, isHeldUp: false, relevance: -2 })
  await vote(core, other, 1, tag.id, 0)
  expect(await relOf(core, 1, tag.id)).toMatchObject({ relevance: 1 })
})

test('a renamed tag keeps its posts under both addresses, a deleted one is at none and comes back with all', async () => {
  const core = await aCore()
  const ada = await newTagger(core, 100)
  const [effect] = startEffects(core.store, core.writer, [keepRels()])
  for (const n of [1, 2]) await publish(core, n, ada)
  const tag = await tagOf(core, 'water')
  await change(core, tag, { name: 'Waters', slug: 'waters', oldSlugs: ['water'] })
  await effect?.caughtUp()
  expect(await relOf(core, 1, tag.id)).toMatchObject({ tag: { name: 'Waters', slug: 'waters' } })
  for (const slug of ['waters', 'water']) expect(await listed(core, slug)).toEqual([idOf(2), idOf(1)])
  const renamed = await core.store.read((read) => read.get(tags, tag.id))
  expect(renamed?.postCount).toBe(2)
  if (renamed !== undefined) await change(core, renamed, { state: 'deleted' })
  await effect?.caughtUp()
  expect(await listed(core, 'waters')).toEqual([])
  if (renamed !== undefined) await change(core, renamed, { state: 'page' })
  await effect?.caughtUp()
  expect(await listed(core, 'waters')).toEqual([idOf(2), idOf(1)])
  await effect?.stop()
})

test('a hundred votes in an hour are enough; an author’s own are free', async () => {
  const core = await aCore()
  const [ada, bob] = [await newTagger(core, 100), await core.join(101)]
  await publish(core, 1, ada)
  const { id } = await tagOf(core, 'water')
  for (let n = 0; n < 100; n += 1) await vote(core, bob, 1, id, n % 2 === 0 ? 1 : -1)
  const outcome = await core.apply({ name: 'wiki.voteOnTag', args: { postId: idOf(1), tagId: id, value: 1 }, userId: bob, now: T0 })
  expect(outcome).toMatchObject({ kind: 'later' })
  await vote(core, bob, 1, id, 0)
  for (let n = 0; n < 101; n += 1) await vote(core, ada, 1, id, n % 2 === 0 ? 1 : -1)
})

test('the posts of a tag that has become another go to that one with their votes, and what is applied to it later goes there at once', async () => {
  const core = await aCore()
  const [ada, bob] = [await newTagger(core, 100), await core.join(101)]
  const [effect] = startEffects(core.store, core.writer, [keepRels()])
  const day = (n: number) => T0 + n * dayMs
  for (let n = 1; n <= 30; n += 1) await publish(core, n, ada, { tags: ['Water'] }, n + 5_000, day(n))
  await publish(core, 40, ada, { tags: ['Water', 'Waters'] }, 5_040, day(40))
  await publish(core, 41, ada, { tags: [] }, 5_041, day(41))
  const [water, waters] = [await tagOf(core, 'water'), await tagOf(core, 'waters')]
  await vote(core, bob, 1, water.id, 1)
  await vote(core, bob, 40, waters.id, -2)
  await vote(core, bob, 40, water.id, 1)
  await change(core, water, { state: 'deleted', leadsToId: waters.id, relsGoToId: waters.id })
  await effect?.caughtUp()
  expect(await core.store.read((read) => read.get(tags, water.id))).toMatchObject({ relsGoToId: null })
  expect(await relOf(core, 1, water.id)).toBeUndefined()
  expect(await relOf(core, 1, waters.id)).toMatchObject({ userId: ada, baseScore: 2, voteCount: 2, relevance: 2, tag: { slug: 'waters' } })
  // Both had said something of each: what they said of the one that stays stands.
  expect(await relOf(core, 40, waters.id)).toMatchObject({ baseScore: 0, voteCount: 2 })
  expect((await listed(core, 'waters')).length).toBe(30)
  expect(await listed(core, 'water')).toEqual([])
  await vote(core, bob, 41, water.id, 1)
  expect(await relOf(core, 41, waters.id)).toMatchObject({ relevance: 1 })
  await effect?.stop()
})
