import { expect, test } from 'vitest'
import type { Read } from '../kernel/transaction.ts'
import { quickTakesIdOf } from '../comments/container.ts'
import { comments } from '../comments/schema.ts'
import { posts } from '../posts/schema.ts'
import { T0, aComment, aPost, idOf } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { takeFigures, takesBetween, takesOfMember } from './takes.ts'
import { dayMs } from '../kernel/durations.ts'
const ada = idOf(100)

test('the quick takes of an old stretch of time are found, however much has been said since', async () => {
  const tx = memoryTransaction()
  const postId = quickTakesIdOf(ada)
  await tx.put(posts, aPost({ id: postId, authorId: ada, holds: 'quickTakes' }))
  const take = (n: number, postedAt: number) =>
    tx.put(comments, aComment({ id: idOf(n), rootId: idOf(n), postId, authorId: ada, isQuickTake: true, postedAt, activeAt: postedAt }))
  await take(1_000, T0 - 30 * dayMs)
  for (let n = 0; n < takeFigures.lookedThrough + 1; n += 1) await take(2_000 + n, T0 + n)
  const found = async (from: number, until: number) => (await takesBetween(tx, from, until)).map(({ comment }) => comment.id)
  expect(await found(T0 - 31 * dayMs, T0 - 29 * dayMs)).toEqual([idOf(1_000)])
  expect(await found(T0 - 31 * dayMs, T0 - 30 * dayMs)).toEqual([])
})

test('one quick take that a reader may not see does not hide the older ones', async () => {
  const tx = memoryTransaction()
  const postId = quickTakesIdOf(ada)
  await tx.put(posts, aPost({ id: postId, authorId: ada, holds: 'quickTakes' }))
  for (let n = 0; n < 202; n += 1) {
    const take = { id: idOf(1_000 + n), rootId: idOf(1_000 + n), postId, authorId: ada, isQuickTake: true, postedAt: T0 + n } as const
    await tx.put(comments, aComment(take))
  }
  const hidden = idOf(1_201)
  const read: Read = { ...tx, list: async (query) => (await tx.list(query)).filter(({ id }) => id !== hidden) }
  expect((await takesOfMember(read, ada, 500)).rows).toHaveLength(201)
})
