import { beforeEach, describe, expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { keepPingbacks } from '#server/features/posts/effects.ts'
import { startEffects } from '#server/sync/effects.ts'
import { aCore } from '#server/testing/core.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { linksToName, namesLinkedFrom } from '#shared/wiki/name-links.ts'
import { nameLinks } from '#shared/wiki/schema.ts'
import { keepCommentPingbacks } from '#server/features/comments/effects.ts'
import { linksToNames } from '#server/features/wiki/migrations.ts'
import { mentionsOf, mentionsOfName } from '#shared/posts/mentions.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'

async function publish(core: Core, n: number, userId: string, body = paragraph('Text.'), revision = n + 5_000, now = T0) {
  const args = publishArgs({ id: idOf(n), revisionId: idOf(revision), title: `Essay ${n}`, body })
  await core.must({ name: 'posts.publish', args, userId, now })
}
const linkTo = (n: number) =>
  markdownToDoc(`See [there](/posts/${idOf(n)}/essay-${n}#comments) and [itself](/posts/${idOf(2)}).`, 'essay').doc

test('a link to a page of the wiki makes a mention too, by an earlier name as well; to a name without a page it waits for the page', async () => {
  const core = await aCore()
  const ada = await core.join(100)
  await core.store.write(({ tx }) => tx.put(karmaStats, { id: ada, karma: 5, postCount: 0, commentCount: 0 }))
  const page = (n: number, name: string, lensOf: string | null = null) =>
    core.must({
      name: 'wiki.publish',
      args: {
        ...{ id: idOf(n), revisionId: idOf(n + 5_000), lang: 'en', isWikiOnly: false, lensOf, name, body: paragraph('Text.') },
        ...(lensOf !== null && { tabTitle: 'Simple' }),
      },
      userId: ada,
    })
  const mentions = (n: number) => core.store.read(async (read) => (await mentionsOf(read, idOf(n))).map(({ post }) => post.id))
  const [effect] = startEffects(core.store, core.writer, [keepPingbacks])
  await page(11, 'Tides')
  await page(12, 'Tides, simply', idOf(11))
  await core.must({ name: 'wiki.rename', args: { id: idOf(11), name: 'Ebb' }, userId: ada })
  await publish(core, 1, ada, markdownToDoc('See [the tides](/w/tides) and [@Simply](/w/tides-simply).', 'essay').doc)
  await core.must({ name: 'posts.publish', args: publishArgs({ id: idOf(2), revisionId: idOf(5_002), tags: ['Moon'] }), userId: ada })
  await publish(core, 3, ada, markdownToDoc('The [moon](/tag/moon?x=y) and [nothing](/w/%).', 'essay').doc)
  await effect?.caughtUp()
  expect(await mentions(11)).toEqual([idOf(1)])
  await page(13, 'Moon')
  expect(await mentions(13)).toEqual([idOf(3)])
  await publish(core, 3, ada, markdownToDoc('The [moon](/w/moon), again.', 'essay').doc, 7_000)
  await effect?.caughtUp()
  expect(await mentions(13)).toEqual([idOf(3)])
  await effect?.stop()
})

describe('a link to a name that has no page', () => {
  let [core, ada]: [Core, string] = [undefined as never, '']
  beforeEach(async () => {
    core = await aCore()
    ada = await core.join(100)
    await core.store.write(({ tx }) => tx.put(karmaStats, { id: ada, karma: 5, postCount: 0, commentCount: 0 }))
  })
  const settled = async () => {
    const effects = startEffects(core.store, core.writer, [keepPingbacks, keepCommentPingbacks])
    for (const effect of effects) await effect.caughtUp()
    for (const effect of effects) await effect.stop()
  }
  const linking = markdownToDoc('The [night watch](/w/night-watch) and [nothing](/w/Not a Name), [create](/w/create).', 'essay').doc
  const linked = (slug = 'night-watch') =>
    core.store.read(async (read) =>
      (await mentionsOfName(permittedRead(read, visitor, policies), slug, null)).map(({ post, comment }) => comment?.id ?? post.id),
    )
  const mentions = (n: number) =>
    core.store.read(async (read) =>
      (await mentionsOf(permittedRead(read, visitor, policies), idOf(n))).map(({ post, comment }) => comment?.id ?? post.id),
    )
  const page = (n: number, name: string, body = paragraph('Text.')) =>
    core.must({
      name: 'wiki.publish',
      args: { id: idOf(n), revisionId: idOf(n + 5_000), lang: 'en', isWikiOnly: false, lensOf: null, name, body },
      userId: ada,
    })
  const comment = (n: number) =>
    core.must({ name: 'comments.post', args: { id: idOf(n), postId: idOf(1), parentId: null, body: linking }, userId: ada })

  test('is kept by the name, of posts, pages and comments; what is edited away or taken back goes', async () => {
    await publish(core, 1, ada, linking)
    await page(11, 'Stars', linking)
    await comment(20)
    await settled()
    expect((await linked()).toSorted()).toEqual([idOf(1), idOf(11), idOf(20)])
    for (const other of ['Not a Name', 'Not%20a%20Name', 'create', 'stars']) expect(await linked(other)).toEqual([])
    await publish(core, 1, ada, paragraph('No more.'), 7_000)
    await core.must({ name: 'comments.remove', args: { id: idOf(20), reason: '' }, userId: ada })
    await settled()
    expect(await linked()).toEqual([idOf(11)])
    const quiet = await core.store.journal.position()
    await publish(core, 2, ada, linking)
    await settled()
    expect(await linked()).toHaveLength(2)
    expect(await core.store.journal.position()).not.toBe(quiet)
    await core.must({ name: 'posts.unpublish', args: { id: idOf(2) }, userId: ada })
    await settled()
    expect(await linked()).toEqual([idOf(11)])
  })

  test('becomes a mention of the page once it is made, and so do those that were there before names were kept', async () => {
    await publish(core, 1, ada, linking)
    await comment(20)
    await settled()
    await core.store.write(async ({ tx }) => {
      for (const { id } of await tx.list(linksToName('night-watch', 9))) await tx.delete(nameLinks, id)
    })
    expect(await linked()).toEqual([])
    for (let time = 0; time < 2; time += 1) await core.store.write((batch) => linksToNames.run(batch))
    expect((await linked()).toSorted()).toEqual([idOf(1), idOf(20)])
    await page(12, 'Night watch')
    expect((await mentions(12)).toSorted()).toEqual([idOf(1), idOf(20)])
    expect(await linked()).toEqual([])
    await settled()
    expect(await mentions(12)).toHaveLength(2)
  })

  test('of a page that was deleted is kept by the name, and is a mention again where the page comes back', async () => {
    await core.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, ada)), groups: ['moderators'] }))
    await page(12, 'Night watch')
    await core.must({ name: 'wiki.delete', args: { id: idOf(12), leadsToId: null }, userId: ada })
    await publish(core, 1, ada, linking)
    await settled()
    expect(await linked()).toEqual([idOf(1)])
    await core.must({ name: 'wiki.restore', args: { id: idOf(12) }, userId: ada })
    expect([await linked(), await mentions(12)]).toEqual([[], [idOf(1)]])
  })

  test('is no mention of a tag of that name that waits, and is one of the page that comes in its place', async () => {
    const newcomer = await core.join(101)
    const args = publishArgs({ id: idOf(3), revisionId: idOf(5_003), tags: ['Night watch'] })
    await core.must({ name: 'posts.publish', args, userId: newcomer })
    await publish(core, 1, ada, linking)
    await settled()
    expect(await linked()).toEqual([idOf(1)])
    await page(12, 'Night watch')
    expect([await linked(), await mentions(12)]).toEqual([[], [idOf(1)]])
  })

  test('counts for fifty names of one text; a page that came in the meantime is mentioned at once', async () => {
    const many = Array.from({ length: 60 }, (_, n) => `[n](/w/name-${n})`).join(' ')
    await publish(core, 1, ada, markdownToDoc(many, 'essay').doc)
    await settled()
    expect(await core.store.read((read) => read.list(namesLinkedFrom(idOf(1))))).toHaveLength(50)
    await page(12, 'Night watch')
    const set = (names: readonly string[]) =>
      core.writer.apply({ name: 'wiki.setNameLinks', args: { fromId: idOf(1), isComment: false, names }, userId: null, source: 'server' })
    await set(['night-watch', 'other'])
    expect([await mentions(12), await linked('other'), await linked('night-watch')]).toEqual([[idOf(1)], [idOf(1)], []])
    for (const names of [['Not a Name'], ['create'], Array.from({ length: 51 }, (_, n) => `n${n}`)])
      expect(await set(names)).toMatchObject({ kind: 'rejected', error: { code: 'invalid' } })
  })
})

test('a link makes a mention after the commit; edited away or unpublished, the mention goes; repeats change nothing', async () => {
  const core = await aCore()
  const ada = await core.join(100)
  const mentions = () => core.store.read(async (read) => (await mentionsOf(read, idOf(1))).map(({ post }) => post.id))
  const start = () => startEffects(core.store, core.writer, [keepPingbacks])
  let [effect] = start()
  await publish(core, 1, ada)
  await publish(core, 2, ada, linkTo(1))
  await effect?.caughtUp()
  expect(await mentions()).toEqual([idOf(2)])
  await effect?.caughtUp()
  const quiet = await core.store.journal.position()
  await effect?.stop()

  // A new process goes on from the cursor and finds nothing to do.
  ;[effect] = start()
  await effect?.caughtUp()
  expect(await core.store.journal.position()).toBe(quiet)

  await publish(core, 2, ada, paragraph('No more.'), 7_000)
  await effect?.caughtUp()
  expect(await mentions()).toEqual([])
  await publish(core, 2, ada, linkTo(1), 7_001)
  await core.must({ name: 'posts.unpublish', args: { id: idOf(2) }, userId: ada })
  await effect?.caughtUp()
  expect(await mentions()).toEqual([])
  await effect?.stop()
})
