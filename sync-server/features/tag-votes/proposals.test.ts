import { beforeEach, describe, expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { keepRels } from '#server/features/tag-votes/effects.ts'
import { startEffects } from '#server/sync/effects.ts'
import { aCore } from '#server/testing/core.ts'
import { postList } from '#shared/feed/queries.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { policies } from '#shared/policies.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { idOf, member, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { tags } from '#shared/wiki/schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { tagChoices } from '#shared/wiki/tag-names.ts'
import { relsOf, tagsOfPost } from '#shared/wiki/tag-vote-queries.ts'
import { relId, tagRels, tagVoteId, tagVotes } from '#shared/wiki/tag-vote-schema.ts'

let core: Core
/** Has no karma. */
let nova: string
/** Has enough of it. */
let ada: string
let caughtUp: () => Promise<void>
beforeEach(async () => {
  core = await aCore()
  ;[nova, ada] = [await core.join(100), await core.join(101)]
  await core.earn(ada)
  const [effect] = startEffects(core.store, core.writer, [keepRels()])
  caughtUp = async () => effect?.caughtUp()
  await publish(9, ada, ['Water'])
  return async () => effect?.stop()
})

const publish = (n: number, userId: string, names: readonly string[], revision = n + 5_000) =>
  core.must({
    name: 'posts.publish',
    args: publishArgs({ id: idOf(n), revisionId: idOf(revision), title: `Essay ${n}-${revision}`, tags: [...names] }),
    userId,
    now: T0,
  })
const tagOf = (slug: string) => core.store.read((read) => holderOf(read, slug))
const stateOf = async (slug: string) => (await tagOf(slug))?.state
const idNow = async (slug: string) => (await tagOf(slug))?.id ?? ''
const decide = async (name: 'wiki.acceptTag' | 'wiki.rejectTag', slug: string) => {
  await core.must({ name, args: { id: await idNow(slug) }, userId: ada, now: T0 })
  await caughtUp()
}
const chips = (n: number, viewer: Viewer = visitor) =>
  core.store.read(async (read) => {
    const post = await read.get(posts, idOf(n))
    return post === undefined ? [] : (await tagsOfPost(read, viewer, post)).map(({ name }) => name)
  })
const listed = (slug: string) =>
  core.store.read(async (read) => (await postList(read, `tag:${slug}`, 'new', 9)).rows.map(({ post }) => post.id))
const choices = () => core.store.read(async (read) => (await tagChoices.make(read, null, T0)).map(({ name }) => name).toSorted())

describe('a name that nobody has used', () => {
  test('typed by somebody without karma waits: it is no chip, in no list and no choice; tags that exist work as ever', async () => {
    await publish(1, nova, ['Zork', 'Water'])
    expect(await stateOf('zork')).toBe('proposed')
    expect([await chips(1), await listed('zork'), await listed('water'), await choices()]).toEqual([
      ['Water'],
      [],
      [idOf(9), idOf(1)],
      ['Water'],
    ])
  })

  test('stays among the words that its author writes, and is not in the post that everybody has', async () => {
    await publish(1, nova, ['Zork', 'Water'])
    const [post, writing] = await core.store.read((read) => Promise.all([read.get(posts, idOf(1)), read.get(writings, idOf(1))]))
    expect([post?.tags, writing?.tags]).toEqual([['Water'], ['Zork', 'Water']])
  })

  test('is known at the post to its author and to those who decide, and to no other reader', async () => {
    await publish(1, nova, ['Zork'])
    const names = (viewer: Viewer) =>
      core.store.read(async (read) => (await permittedRead(read, viewer, policies).list(relsOf(idOf(1)))).map(({ tag }) => tag.name))
    expect(await Promise.all([member(nova), member(ada, { karma: 1 }), member(idOf(300)), visitor].map(names))).toEqual([
      ['Zork'],
      ['Zork'],
      [],
      [],
    ])
  })

  test('is at its posts once it is accepted, with the votes of those who typed it', async () => {
    await publish(1, nova, ['Zork'])
    await publish(2, nova, ['zork'])
    await decide('wiki.acceptTag', 'zork')
    expect([await chips(1), await chips(2), await listed('zork'), await choices()]).toEqual([
      ['Zork'],
      ['Zork'],
      [idOf(2), idOf(1)],
      ['Water', 'Zork'],
    ])
    expect(await tagOf('zork')).toMatchObject({ state: 'placeholder', postCount: 2 })
  })

  test('is taken off when it is rejected, and does not come back with the next version or another post of a newcomer', async () => {
    await publish(1, nova, ['Zork'])
    await decide('wiki.rejectTag', 'zork')
    await publish(1, nova, ['Zork'], 7_000)
    await publish(2, nova, ['Zork'])
    await caughtUp()
    expect([await stateOf('zork'), await chips(1), await chips(2), await listed('zork')]).toEqual(['rejected', [], [], []])
    const rels = await core.store.read((read) => permittedRead(read, member(nova), policies).list(relsOf(idOf(1))))
    expect(rels).toEqual([])
  })

  test.each(['proposed', 'rejected'])('that was %s is accepted by who may begin pages and types it', async (before) => {
    await publish(1, nova, ['Zork'])
    if (before === 'rejected') await decide('wiki.rejectTag', 'zork')
    await publish(2, ada, ['Zork'])
    await caughtUp()
    expect([await stateOf('zork'), await chips(1), await chips(2)]).toEqual(['placeholder', ['Zork'], ['Zork']])
  })

  test('is not accepted because its author has karma by the time they correct the post', async () => {
    await publish(1, nova, ['Zork'])
    await core.earn(nova, 5)
    await publish(1, nova, ['Zork'], 7_000)
    expect(await stateOf('zork')).toBe('proposed')
  })

  test('goes to the page of that name, when somebody makes one', async () => {
    await publish(1, nova, ['Zork'])
    const args = {
      ...{ id: idOf(50), revisionId: idOf(51), name: 'Zork', lensOf: null, isWikiOnly: false, lang: 'en' },
      body: paragraph('About zorking.'),
    }
    await core.must({ name: 'wiki.publish', args, userId: ada, now: T0 })
    await caughtUp()
    expect([(await tagOf('zork'))?.id, await chips(1)]).toEqual([idOf(50), ['Zork']])
  })

  test('loses its author’s vote when they take it off, and keeps it when the same publication is sent again', async () => {
    await publish(1, nova, ['Zork'])
    const vote = async () => core.store.read(async (read) => read.get(tagVotes, tagVoteId(nova, idOf(1), await idNow('zork'))))
    await publish(1, nova, ['Zork'])
    expect(await vote()).toMatchObject({ value: 1, isRequest: true })
    await publish(1, nova, [], 7_000)
    expect(await vote()).toMatchObject({ value: 0 })
    const rel = await core.store.read(async (read) => read.get(tagRels, relId(idOf(1), await idNow('zork'))))
    expect(rel).toMatchObject({ relevance: 0 })
  })

  test('is put to no other post by a vote', async () => {
    await publish(1, nova, ['Zork'])
    const args = { postId: idOf(9), tagId: await idNow('zork'), value: 1 }
    for (const userId of [nova, ada])
      expect(await core.apply({ name: 'wiki.voteOnTag', args, userId, now: T0 })).toMatchObject({
        kind: 'rejected',
        error: { reason: 'tag-is-away' },
      })
  })

  test('typed in what the operator imports is a tag at once', async () => {
    const args = publishArgs({ id: idOf(1), revisionId: idOf(5_001), tags: ['Zork'] })
    await core.must({ name: 'posts.publish', args, userId: nova, now: T0, isOperator: true })
    expect([await stateOf('zork'), await chips(1)]).toEqual(['placeholder', ['Zork']])
  })
})

test('a tag’s row never tells devices of it before it is accepted', async () => {
  await publish(1, nova, ['Zork'])
  const tag = await tagOf('zork')
  expect(tag && [tags.scope(tag), tags.shape(tag)]).toEqual([`draft:${tag?.id}`, `draft:${tag?.id}`])
})
