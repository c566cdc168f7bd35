import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { describe, expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { keepRels } from '#server/features/tag-votes/effects.ts'
import { startEffects } from '#server/sync/effects.ts'
import { aCore } from '#server/testing/core.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { postList } from '#shared/feed/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { purges } from '#shared/moderation/measure-schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { tallies } from '#shared/votes/schema.ts'
import { karmaGathered } from '#server/triggers/karma-batch.ts'
import { tagRels, tagVotes } from '#shared/wiki/tag-vote-schema.ts'
import { editsOfMember } from '#shared/wiki/edits-of-member.ts'
import { editsOfMembers } from './migrations.ts'
import { contributions, provenances, tags, wikiEdits } from '#shared/wiki/schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { keepContribution } from '#server/triggers/wiki-contributions.ts'
import { pageRateLimit } from './rate-limit.ts'

const minute = 60_000
const paging = (n: number, userId: string, more: Record<string, unknown> = {}, now = T0) => ({
  name: 'wiki.publish',
  args: {
    ...{ id: idOf(n), revisionId: idOf(n + 5_000), lang: 'en', isWikiOnly: false, lensOf: null, name: `Page ${n}` },
    ...{ body: paragraph('The tide goes out in the evening.'), ...more },
  },
  userId,
  now,
})
const posting = (n: number, userId: string, names: readonly string[], revision = n + 5_000) => ({
  name: 'posts.publish',
  args: publishArgs({ id: idOf(n), revisionId: idOf(revision), title: `Essay ${n}`, tags: [...names] }),
  userId,
})
const tagOf = (core: Core, id: string) => core.store.read((read) => read.get(tags, id))
const feedOf = (core: Core, feed: string) =>
  core.store.read(async (read) => (await postList(read, feed, 'new', 50)).rows.map((row) => row.post.id))

/** Somebody who may write in the wiki; `isStaff`: who keeps it too. */
async function editor(core: Core, n: number, isStaff = false): Promise<string> {
  const userId = await core.join(n)
  await core.store.write(({ tx }) => tx.put(karmaStats, { id: userId, karma: 5, postCount: 0, commentCount: 0 }))
  if (!isStaff) return userId
  await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, userId)), groups: ['moderators'] }))
  return userId
}

describe('a page', () => {
  test('gets its address, stands in no list of posts, and earns its creator no vote of their own', async () => {
    const core = await aCore()
    const ada = await editor(core, 100)
    await core.must(paging(1, ada, { name: '#Tide tables' }))
    expect(await tagOf(core, idOf(1))).toMatchObject({ state: 'page', name: 'Tide tables', slug: 'tide-tables', likes: 0 })
    for (const feed of ['all', 'frontpage', 'personal', `author:${ada}`]) expect(await feedOf(core, feed)).toEqual([])
    expect(await core.store.read((read) => read.get(karmaStats, ada))).toMatchObject({ karma: 5, postCount: 0 })
    expect(await core.store.read((read) => read.get(posts, idOf(1)))).toMatchObject({ slug: null, frontpageAt: null })
  })

  test('stands among the edits of those who published each version of it, and no draft does; versions from before too', async () => {
    const core = await aCore()
    const [ada, ben] = [await editor(core, 100), await editor(core, 101)]
    await core.must(paging(1, ada, { name: 'Tides' }))
    await core.must(paging(1, ben, { revisionId: idOf(6_001) }, T0 + minute))
    const draft = { id: idOf(1), revisionId: idOf(6_002), body: paragraph('Mine.'), note: '' }
    await core.must({ name: 'posts.saveVersion', args: draft, userId: ben })
    await core.must(posting(2, ben, []))
    const edits = (userId: string) =>
      core.store.read(async (read) => (await read.list(editsOfMember(userId, 9))).map(({ id, at }) => [id, at]))
    const expected = [[[idOf(5_001), T0]], [[idOf(6_001), T0 + minute]]]
    expect([await edits(ada), await edits(ben)]).toEqual(expected)
    await core.store.write(async ({ tx }) => {
      for (const id of [5_001, 6_001]) await tx.delete(wikiEdits, idOf(id))
    })
    for (let time = 0; time < 2; time += 1) await core.store.write((batch) => editsOfMembers.run(batch))
    expect([await edits(ada), await edits(ben)]).toEqual(expected)
  })

  test('of a name that there is one of is refused, and neither text is touched: the draft stays its writer’s', async () => {
    const core = await aCore()
    const [ada, ben] = [await editor(core, 100), await editor(core, 101)]
    await core.must(paging(1, ada, { name: 'Tides' }))
    const args = { id: idOf(2), revisionId: idOf(6_000), lang: 'en', isWikiOnly: false, lensOf: null, name: 'Tides' }
    await core.must({ name: 'wiki.create', args, userId: ben })
    await core.must({
      name: 'posts.saveVersion',
      args: { id: idOf(2), revisionId: idOf(6_001), body: paragraph('Mine.'), note: '' },
      userId: ben,
    })
    expect(await core.apply(paging(2, ben, { name: 'TIDES!' }))).toMatchObject({
      kind: 'rejected',
      error: { code: 'taken', field: 'pageName' },
    })
    expect(await core.store.read((read) => read.get(posts, idOf(2)))).toMatchObject({ status: 'draft', latestRevisionId: idOf(6_001) })
    await core.must(paging(2, ben, { name: 'Neap tides' }))
    expect((await tagOf(core, idOf(2)))?.slug).toBe('neap-tides')
  })

  test('is written on by others; what each version changed is measured, and liked as a page it counts for nobody’s karma', async () => {
    const core = await aCore()
    const [ada, ben] = [await editor(core, 100), await editor(core, 101)]
    await core.must(paging(1, ada))
    await core.must(paging(1, ben, { revisionId: idOf(7_000), body: paragraph('The great tide goes out in the evening.') }, T0 + minute))
    expect(await core.store.read((read) => read.get(revisions, idOf(7_000)))).toMatchObject({ version: '1.1.0', added: 6, removed: 0 })
    const vote = (value: number) => ({
      name: 'votes.set',
      args: { targetKind: 'post', targetId: idOf(1), axis: 'approval', value },
      userId: ben,
    })
    await core.must(vote(1))
    expect(await core.apply(vote(-1))).toMatchObject({ kind: 'rejected', error: { reason: 'likes-only' } })
    expect((await tagOf(core, idOf(1)))?.likes).toBe(1)
    expect((await core.store.read((read) => read.get(karmaStats, ada)))?.karma).toBe(5)
    await core.must(vote(0))
    expect((await tagOf(core, idOf(1)))?.likes).toBe(0)
  })

  test('has versions that are voted on: that is their writers’ karma and no like, and a vote taken back is none', async () => {
    const core = await aCore()
    const [ada, ben] = [await editor(core, 100), await editor(core, 101)]
    await core.must(paging(1, ada))
    await core.must(paging(1, ben, { revisionId: idOf(7_000), body: paragraph('The great tide goes out in the evening.') }, T0 + minute))
    const vote = (userId: string, value: number) =>
      core.must({ name: 'votes.set', args: { targetKind: 'revision', targetId: idOf(7_000), axis: 'approval', value }, userId })
    const figures = async () => [
      (await core.store.read((read) => read.get(karmaStats, ben)))?.karma,
      (await core.store.read((read) => read.get(tallies, idOf(7_000))))?.baseScore,
    ]
    await vote(ada, 1)
    expect(await figures()).toEqual([6, 1])
    // One's own counts for the edit alone.
    await vote(ben, 1)
    expect(await figures()).toEqual([6, 2])
    await vote(ada, -1)
    expect(await figures()).toEqual([4, 0])
    expect(await core.store.read((read) => read.list(karmaGathered(ben, 9)))).toMatchObject([{ targetKind: 'revision', by: -1 }])
    await vote(ada, 0)
    expect(await figures()).toEqual([5, 1])
    expect([(await tagOf(core, idOf(1)))?.likes, await core.store.read((read) => read.get(karmaStats, ada))]).toMatchObject([
      0,
      { karma: 5 },
    ])
    expect(await core.store.read((read) => read.list(karmaGathered(ben, 9)))).toEqual([])
  })

  test('is liked as its best-liked lens is; a lens takes an address beside a page of that name', async () => {
    const core = await aCore()
    const [ada, ben] = [await editor(core, 100), await editor(core, 101)]
    await core.must(paging(1, ada, { name: 'Tides' }))
    await core.must(paging(2, ada, { name: 'Tides', lensOf: idOf(1), tabTitle: 'Simple' }))
    expect(await tagOf(core, idOf(2))).toMatchObject({ state: 'lens', slug: 'tides-2' })
    await core.must({ name: 'votes.set', args: { targetKind: 'post', targetId: idOf(2), axis: 'approval', value: 1 }, userId: ben })
    expect([(await tagOf(core, idOf(1)))?.likes, (await tagOf(core, idOf(2)))?.likes]).toEqual([1, 1])
  })

  test('that two fight over makes each wait, and others not; a flood of pages too', async () => {
    const core = await aCore()
    const [ada, ben, teo] = [await editor(core, 100), await editor(core, 101), await editor(core, 102, true)]
    await core.must(paging(1, ada))
    const write = (n: number, userId: string) =>
      core.apply(paging(1, userId, { revisionId: idOf(7_000 + n), body: paragraph(`State ${n}.`) }, T0 + n * 1_000))
    for (let n = 1; n < pageRateLimit.versions.most; n += 1) expect((await write(n, ada)).kind).toBe('applied')
    expect(await write(50, ada)).toEqual({ kind: 'later', retryAfterMs: pageRateLimit.versions.withinMs - 50_000 })
    expect([(await write(51, ben)).kind, (await write(52, teo)).kind]).toEqual(['applied', 'applied'])
    for (let n = 0; n < pageRateLimit.pages.most; n += 1) await core.must(paging(100 + n, ben, {}, T0 + n * minute))
    expect((await core.apply(paging(300, ben, {}, T0 + 60 * minute))).kind).toBe('later')
    await core.must(paging(301, teo, {}, T0 + 60 * minute))
  })
})

test('who changes what is said of a page again and again has to wait; what is sent again is no change', async () => {
  const core = await aCore()
  const [ada, ben] = [await editor(core, 100), await editor(core, 101)]
  await core.must(paging(1, ada))
  const say = (n: number, userId: string, now = T0 + n) =>
    core.apply({ name: 'wiki.setSummary', args: { id: idOf(1), summaryId: idOf(900), tabTitle: '', text: `State ${n}.` }, userId, now })
  for (let n = 1; n <= pageRateLimit.changes.most; n += 1) expect((await say(n, ada)).kind).toBe('applied')
  expect((await say(pageRateLimit.changes.most, ada, T0 + 500)).kind).toBe('applied')
  expect(await say(99, ada, T0 + 1_000)).toEqual({ kind: 'later', retryAfterMs: pageRateLimit.changes.withinMs - 999 })
  expect((await say(100, ben, T0 + 1_001)).kind).toBe('applied')
  expect((await say(101, ada, T0 + 2 + pageRateLimit.changes.withinMs)).kind).toBe('applied')
})

describe('names that posts use', () => {
  test('a placeholder is filled by the page of its name, and the posts that used it become the page’s', async () => {
    const core = await aCore()
    const ada = await editor(core, 100)
    const [effect] = startEffects(core.store, core.writer, [keepRels()])
    for (const n of [11, 12, 13]) await core.must(posting(n, ada, ['Tide tables']))
    const placeholder = await core.store.read((read) => holderOf(read, 'tide-tables'))
    expect(placeholder).toMatchObject({ state: 'placeholder', postCount: 3 })
    await core.must(paging(1, ada, { name: 'Tide Tables' }))
    await effect?.caughtUp()
    await effect?.stop()
    await core.store.read(async (read) => {
      expect(await holderOf(read, 'tide-tables')).toMatchObject({ id: idOf(1), postCount: 3 })
      expect(await read.get(tags, placeholder?.id ?? '')).toMatchObject({ state: 'deleted', relsGoToId: null })
      expect(await read.get(tagRels, `${idOf(11)}:${idOf(1)}`)).toMatchObject({ relevance: 1, voteCount: 1, tag: { name: 'Tide Tables' } })
      expect(await read.get(tagRels, `${idOf(11)}:${placeholder?.id ?? ''}`)).toBeUndefined()
    })
    expect((await feedOf(core, 'tag:tide-tables')).length).toBe(3)
  })

  test('a page that is to be no tag takes a name that posts carry off none of them', async () => {
    const core = await aCore()
    const [ada, ben] = [await editor(core, 100), await editor(core, 101)]
    const [effect] = startEffects(core.store, core.writer, [keepRels()])
    await core.must(posting(11, ada, ['Tides']))
    await core.must(paging(1, ben, { name: 'Tides', isWikiOnly: true }))
    await core.must(paging(2, ben, { name: 'Glossary', isWikiOnly: true }))
    await effect?.caughtUp()
    await effect?.stop()
    expect(await tagOf(core, idOf(1))).toMatchObject({ isWikiOnly: false, postCount: 1 })
    expect(await feedOf(core, 'tag:tides')).toEqual([idOf(11)])
    expect((await tagOf(core, idOf(2)))?.isWikiOnly).toBe(true)
  })

  test('merged, the posts of the one are the other’s, each member’s vote once, and the old address leads there', async () => {
    const core = await aCore()
    const [ada, ben, teo] = [await editor(core, 100), await editor(core, 101), await editor(core, 102, true)]
    const [effect] = startEffects(core.store, core.writer, [keepRels()])
    await core.must(paging(1, ada, { name: 'Tides' }))
    await core.must(paging(2, ada, { name: 'Ebb and flow' }))
    await core.must(posting(11, ada, ['Tides', 'Ebb and flow']))
    for (let n = 12; n < 15; n += 1) await core.must(posting(n, ada, ['Ebb and flow']))
    await core.must({ name: 'wiki.voteOnTag', args: { postId: idOf(12), tagId: idOf(2), value: 1 }, userId: ben })
    await core.must({ name: 'wiki.merge', args: { fromId: idOf(2), toId: idOf(1), movesSubTags: true, isRedirected: true }, userId: teo })
    await effect?.caughtUp()
    await effect?.stop()
    await core.store.read(async (read) => {
      expect((await holderOf(read, 'ebb-and-flow'))?.id).toBe(idOf(1))
      expect(await read.get(tagRels, `${idOf(12)}:${idOf(1)}`)).toMatchObject({ voteCount: 2, relevance: 2 })
      // Ada had named both: her vote on the one that stays is her vote.
      expect(await read.get(tagRels, `${idOf(11)}:${idOf(1)}`)).toMatchObject({ voteCount: 1, relevance: 1 })
      expect(await read.get(tagVotes, `${ben}:${idOf(12)}:${idOf(2)}`)).toBeUndefined()
      expect(await read.get(tags, idOf(2))).toMatchObject({ state: 'deleted', relsGoToId: null })
      expect(await read.list(auditEntries(9))).toMatchObject([
        { act: 'wiki.merge', byId: teo, targetId: idOf(2), details: { toId: idOf(1) } },
      ])
      expect((await read.get(tags, idOf(1)))?.postCount).toBe(4)
    })
    expect((await feedOf(core, 'tag:tides')).length).toBe(4)
    expect((await feedOf(core, 'tag:ebb-and-flow')).length).toBe(4)
  })
})

describe('contributions', () => {
  const entries = (core: Core, revisionId: string) =>
    core.store.read(async (read) => {
      const found = await read.get(contributions, revisionId)
      return found && [found.wordCount, Object.fromEntries(found.entries.map(({ userId, wordCount }) => [userId, wordCount]))]
    })

  test('of each version are kept with it; a text that was emptied and brought back is its writers’ as before', async () => {
    const core = await aCore()
    const [ada, ben, eve] = [await editor(core, 100), await editor(core, 101), await editor(core, 102)]
    const state = (n: number, userId: string, text: string) =>
      core.must(paging(1, userId, { revisionId: idOf(7_000 + n), body: paragraph(text) }, T0 + n * minute))
    const [first, second] = ['The tide goes out in the evening.', 'The great tide goes out in the evening.']
    await state(1, ada, first)
    await state(2, ben, second)
    await state(3, eve, 'Buy pills.')
    await state(4, ben, second)
    expect(await entries(core, idOf(7_001))).toEqual([7, { [ada]: 7 }])
    expect(await entries(core, idOf(7_002))).toEqual([8, { [ada]: 7, [ben]: 1 }])
    expect(await entries(core, idOf(7_003))).toEqual([2, { [eve]: 2 }])
    expect(await entries(core, idOf(7_004))).toEqual([8, { [ada]: 7, [ben]: 1 }])
  })

  test('a version that is left out counts for nobody, in later versions too, until it counts again', async () => {
    const core = await aCore()
    const [ada, ben, teo] = [await editor(core, 100), await editor(core, 101), await editor(core, 102, true)]
    await core.must(paging(1, ada))
    await core.must(paging(1, ben, { revisionId: idOf(7_000), body: paragraph('The great tide goes out in the evening.') }, T0 + minute))
    await core.must(
      paging(1, ada, { revisionId: idOf(7_001), body: paragraph('The great tide goes out in the late evening.') }, T0 + 2 * minute),
    )
    const credit = (isCredited: boolean) =>
      core.must({ name: 'wiki.setCredit', args: { revisionId: idOf(7_000), isCredited }, userId: teo })
    await credit(false)
    expect(await entries(core, idOf(7_000))).toEqual([8, { [ada]: 7 }])
    expect(await entries(core, idOf(7_001))).toEqual([9, { [ada]: 8 }])
    await credit(true)
    expect(await entries(core, idOf(7_001))).toEqual([9, { [ada]: 8, [ben]: 1 }])
  })

  test('of a purged member keep their text, and their words count for nobody', async () => {
    const core = await aCore()
    const [ada, ben, teo] = [await editor(core, 100), await editor(core, 101), await editor(core, 102, true)]
    await core.must(paging(1, ada))
    const body = paragraph('The great tide goes out in the evening.')
    await core.must(paging(1, ben, { revisionId: idOf(7_000), body }, T0 + minute))
    await core.must({ name: 'moderation.purge', args: { userId: ben, publicReason: 'Spam.', privateNote: '' }, userId: teo })
    await core.must({ name: 'moderation.purgeStep', args: { userId: ben }, userId: null, source: 'server' })
    expect(await entries(core, idOf(7_000))).toEqual([8, { [ada]: 7 }])
    expect(await core.store.read((read) => read.get(posts, idOf(1)))).toMatchObject({ status: 'published', revisionId: idOf(7_000) })
    expect(await core.store.read((read) => read.get(purges, ben))).toMatchObject({ wikiEdits: 1, doneAt: expect.any(Number) })
  })

  test('for a version no more texts are read than that before it, though many of as many words were there', async () => {
    const tx = memoryTransaction()
    const rows = Array.from({ length: 40 }, (_, n) => ({
      ...({ id: idOf(7_000 + n), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: n + 1, version: `1.${n}.0` } as const),
      ...{ isDraft: false, title: '', body: paragraph(`State ${n}.`), wordCount: 2, authorId: idOf(100), at: T0 },
      ...(n > 0 && { followsId: idOf(6_999 + n) }),
    }))
    let texts = 0
    const watched: typeof tx = {
      ...tx,
      get: (table, id) => {
        if (table.name === revisions.name) texts += 1
        return tx.get(table, id)
      },
    }
    for (const row of rows) {
      await tx.put(revisions, row)
      texts = 0
      await keepContribution(watched, row.id)
    }
    expect(texts).toBe(2)
  })

  test('sent again, a version is reckoned once', async () => {
    const core = await aCore()
    const ada = await editor(core, 100)
    await core.must(paging(1, ada))
    const position = await core.store.journal.position()
    await core.must(paging(1, ada, {}, T0 + minute))
    expect(await core.store.journal.position()).toBe(position)
    const all = await core.store.read((read) =>
      read.list(defineQuery({ table: provenances, index: ['postId', 'n'], equals: [idOf(1)], order: 'ascending', limit: 9 })),
    )
    expect(all).toMatchObject([{ runs: [[1, 7]], writers: [[1, ada]] }])
  })
})
