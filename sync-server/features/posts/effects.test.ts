import { expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { keepPingbacks } from '#server/features/posts/effects.ts'
import { startEffects } from '#server/sync/effects.ts'
import { aCore } from '#server/testing/core.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { mentionsOf } from '#shared/posts/mentions.ts'
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
