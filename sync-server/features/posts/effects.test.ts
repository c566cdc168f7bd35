import { expect, test } from 'vitest'
import type { Core } from '#server/testing/core.ts'
import { keepPingbacks } from '#server/features/posts/effects.ts'
import { startEffects } from '#server/sync/effects.ts'
import { aCore } from '#server/testing/core.ts'
import { mentionsOf } from '#shared/posts/mentions.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'

async function publish(core: Core, n: number, userId: string, body = paragraph('Text.'), revision = n + 5_000, now = T0) {
  const args = publishArgs({ id: idOf(n), revisionId: idOf(revision), title: `Essay ${n}`, body })
  await core.must({ name: 'posts.publish', args, userId, now })
}
const linkTo = (n: number) =>
  markdownToDoc(`See [there](/posts/${idOf(n)}/essay-${n}#comments) and [itself](/posts/${idOf(2)}).`, 'essay').doc

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
