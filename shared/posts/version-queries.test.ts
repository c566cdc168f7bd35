import { expect, test } from 'vitest'
import { policies } from '../policies.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { parseArgs } from '../kernel/mutation.ts'
import { visitor, type Viewer } from '../kernel/viewer.ts'
import type { Read } from '../kernel/transaction.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { idOf, member, paragraph, publishArgs, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { createPost, publishPost } from './mutations.ts'
import { posts } from './schema.ts'
import { versionNamed, versionsBetween, versionsOf } from './version-queries.ts'
import { keepText } from './version-mutations.ts'

const author = member(idOf(100))
const stranger = member(idOf(300))

/**
 * Two publications, with more of what was kept by itself around them than is looked through at
 * once.
 */
async function aHistory() {
  const tx = memoryTransaction()
  let now = T0
  let n = 10
  const keep = () =>
    keepText.run(
      { tx, viewer: visitor, now: (now += 6 * 60_000) },
      { id: idOf(1), revisionId: idOf(++n), authorId: author.userId, body: paragraph(`Text ${n}.`) },
    )
  const publish = (revision: number) =>
    publishPost.run(
      { tx, viewer: author, now: (now += 60_000) },
      parseArgs(publishPost, publishArgs({ revisionId: idOf(revision), body: paragraph(`Public ${revision}.`) })),
    )
  await createPost.run({ tx, viewer: author, now }, { id: idOf(1), revisionId: idOf(2), kind: 'post', lang: 'en' })
  await publish(3)
  for (let at = 0; at < 120; at++) await keep()
  await publish(4)
  for (let at = 0; at < 60; at++) await keep()
  const as = async (viewer: Viewer) => ({ read: permittedRead(tx, viewer, policies), post: await getOrThrow(tx, posts, idOf(1)) })
  return { as }
}

test.each([
  ['a visitor', visitor],
  ['another member', stranger],
])('%s sees what was published alone, however much was kept between', async (_who, viewer) => {
  const { as } = await aHistory()
  const { read, post } = await as(viewer)
  expect((await versionsOf(read, post, 10, false)).map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])
  expect(await versionNamed(read, post, '1.0.0')).toMatchObject({ body: paragraph('Public 3.') })
  expect(await versionNamed(read, post, '0.1.1')).toBeUndefined()
  // Nor by asking for more than is theirs.
  expect((await versionsOf(read, post, 1_000, true)).map(({ version }) => version)).toEqual(['1.1.0', '1.0.0'])
})

test('a version is found, or not, by one look, and the list reads no more than it shows', async () => {
  const { as } = await aHistory()
  const { read, post } = await as(visitor)
  let rows = 0
  const counting: Read = { ...read, list: async (query) => (await read.list(query)).filter(() => (rows += 1) > 0) }
  await versionNamed(counting, post, '7.7.7')
  expect(rows).toBe(0)
  await versionsOf(counting, post, 10, false)
  expect(rows).toBe(2)
})

test('its author sees all, newest first, and as many as asked for', async () => {
  const { as } = await aHistory()
  const { read, post } = await as(author)
  expect(await versionsOf(read, post, 11, true)).toHaveLength(11)
  const all = await versionsOf(read, post, 1_000, true)
  expect(all).toHaveLength(1 + 1 + 120 + 1 + 60)
  expect(all.map(({ n }) => n)).toEqual(all.map(({ n }) => n).toSorted((a, b) => b - a))
  expect((await versionNamed(read, post, '0.1.0'))?.n).toBe(1)
})

test('what lies between two versions comes oldest first, with its end', async () => {
  const { as } = await aHistory()
  const { read, post } = await as(author)
  const [before, after] = [await versionNamed(read, post, '1.0.0'), await versionNamed(read, post, '1.1.0')]
  if (before === undefined || after === undefined) throw new Error('not there')
  const between = await versionsBetween(read, before, after, 200)
  expect([between.length, between.at(-1)?.id]).toEqual([121, after.id])
})
