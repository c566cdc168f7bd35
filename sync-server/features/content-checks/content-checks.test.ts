import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { checkContent } from './effects.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { contentChecks } from '#shared/content-checks/schema.ts'
import { actionsOn, reviewOf } from '#shared/moderation/measure-queries.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'

/** Nell, let in long ago, has published a post and a comment. */
async function scene(isOn: boolean) {
  const core = await aCore(() => T0)
  const nell = await core.join(100)
  await core.store.write(async ({ tx }) => {
    const member = await tx.get(members, nell)
    if (member !== undefined) await tx.put(members, { ...member, approvedBy: nell })
    const settings = { terms: 'casino', days: 30, count: 1 }
    await tx.put(contentChecks, { id: 'words', isOn, ...settings, changedAt: T0 })
  })
  await core.must({ name: 'posts.publish', args: publishArgs({ id: idOf(1), revisionId: idOf(2), title: 'A casino' }), userId: nell })
  const body = paragraph('Another casino.')
  await core.must({ name: 'comments.post', args: { id: idOf(3), postId: idOf(1), parentId: null, body }, userId: nell })
  const context = { store: core.store, apply: core.writer.apply.bind(core.writer) }
  return { core, nell, run: () => checkContent().run(context, [idOf(2), idOf(3)]) }
}

test('posts and comments are marked after their publication, each once, and stay as they are', async () => {
  const { core, nell, run } = await scene(true)
  const before = await core.store.read((read) => read.get(comments, idOf(3)))
  await run()
  await run()
  expect(await core.store.read((read) => reviewOf(read, nell))).toMatchObject({ needsReview: true, reasons: ['contentCheck'] })
  const actions = await core.store.read((read) => read.list(actionsOn(nell, 9)))
  expect(actions.map(({ type, detail, commentId }) => [type, detail, commentId])).toEqual(
    expect.arrayContaining([
      ['contentCheck', 'Contains “casino”', null],
      ['contentCheck', 'Contains “casino”', idOf(3)],
    ]),
  )
  expect(actions).toHaveLength(2)
  expect(await core.store.read((read) => read.get(comments, idOf(3)))).toEqual(before)
})

test('a check that is switched off marks nothing', async () => {
  const { core, nell, run } = await scene(false)
  await run()
  expect(await core.store.read((read) => reviewOf(read, nell))).toMatchObject({ needsReview: false })
})
