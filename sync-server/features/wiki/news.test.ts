import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NotifyScene } from '#server/notify/testing/notify-scene.ts'
import { ids, notifyScene } from '#server/notify/testing/notify-scene.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { auditEntries } from '#shared/moderation/measure-queries.ts'
import { noticeSentence } from '#shared/notifications/words.ts'
import { idOf, publishArgs, someKarmaStats } from '#shared/testing/factories.ts'
import { holderOf } from '#shared/wiki/slugs.ts'

const { ada, ben, dan } = ids
const essay = idOf(60)
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
  await setKarma(dan, 0)
  await act(dan, 'posts.publish', publishArgs({ id: essay, revisionId: idOf(61), title: 'On zorking', tags: ['Zork'] }))
})
afterEach(() => scene.close())

/** Not as the operator, whose names are tags at once. */
const act = async (userId: string, name: string, args: unknown) =>
  expect(await scene.writer.apply({ name, args, userId, source: 'member' })).toMatchObject({ kind: 'applied' })
const setKarma = (id: string, karma: number) => scene.store.write(async ({ tx }) => tx.put(karmaStats, someKarmaStats({ id, karma })))
const tagId = async () => (await scene.store.read((read) => holderOf(read, 'zork')))?.id ?? ''
const entries = async () =>
  (await scene.store.read((read) => read.list(auditEntries(9)))).map(({ act, byId, userId, details }) => [act, byId, userId, details])
const sentences = async (userId: string) =>
  (await scene.rows(userId)).map(({ type, title, outcome, actorId }) => noticeSentence(type, { title, outcome, actor: actorId }))

test.each([
  ['wiki.acceptTag', 'accepted', 'Your new tag for “On zorking” was accepted'],
  ['wiki.rejectTag', 'rejected', 'Your new tag for “On zorking” was not accepted'],
])('after %s who proposed the tag is notified once, by nobody in particular, and the audit log has it', async (name, outcome, words) => {
  expect(await scene.told(dan)).toEqual([])
  await act(ada, name, { id: await tagId() })
  expect(await scene.told(dan)).toEqual([`tagProposalDecided tagDecision:${await tagId()}:${outcome}`])
  expect(await sentences(dan)).toEqual([words])
  expect(await scene.rows(dan)).toMatchObject([{ actorId: null, postId: essay, commentId: null }])
  scene.clock.now += 5
  await act(ben, name, { id: await tagId() })
  expect([(await scene.told(dan)).length, await scene.told(ada), await scene.told(ben)]).toEqual([1, [], []])
  expect(await entries()).toEqual([[name, ada, dan, { name: 'Zork' }]])
})

test('a tag that is accepted by being named anew is news too', async () => {
  await act(ada, 'posts.publish', publishArgs({ id: idOf(70), revisionId: idOf(71), title: 'More', tags: ['zork'] }))
  expect(await scene.told(dan)).toEqual([`tagProposalDecided tagDecision:${await tagId()}:accepted`])
  expect(await entries()).toEqual([['wiki.acceptTag', ada, dan, { name: 'Zork' }]])
})

test('who decides on their own tag, with karma that has come since, is notified of nothing', async () => {
  await setKarma(dan, 5)
  await act(dan, 'wiki.acceptTag', { id: await tagId() })
  expect(await scene.told(dan)).toEqual([])
  expect(await entries()).toEqual([['wiki.acceptTag', dan, dan, { name: 'Zork' }]])
})
