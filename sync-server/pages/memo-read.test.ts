import { expect, test } from 'vitest'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { memoRead } from './memo-read.ts'

test('a row that is being fetched is not absent for those who ask meanwhile', async () => {
  const tx = memoryTransaction()
  await tx.put(posts, aPost({ id: idOf(1) }))
  const read = memoRead(tx)
  const [many, one, again] = await Promise.all([
    read.getMany(posts, [idOf(1), idOf(2)]),
    read.get(posts, idOf(1)),
    read.getMany(posts, [idOf(1)]),
  ])
  expect([many.length, one?.id, again.length]).toEqual([1, idOf(1), 1])
  expect(await read.get(posts, idOf(2))).toBeUndefined()
})
