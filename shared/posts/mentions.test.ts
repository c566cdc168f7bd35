import { expect, test } from 'vitest'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { emptyTally } from '../comments/queries.ts'
import { tallies } from '../votes/schema.ts'
import { mentionsOf } from './mentions.ts'
import { pingbacks, posts } from './schema.ts'

test('the best of the newest that link to a post; nothing without a point, nothing that is not public', async () => {
  const tx = memoryTransaction()
  const toPostId = idOf(1)
  const link = async (n: number, karma: number, status: 'published' | 'draft' = 'published') => {
    await tx.put(posts, aPost({ id: idOf(n), slug: `p${n}`, status }))
    await tx.put(pingbacks, { id: `${idOf(n)}:${toPostId}`, fromPostId: idOf(n), toPostId })
    await tx.put(tallies, { ...emptyTally('post', idOf(n), idOf(n)), baseScore: karma })
  }
  for (let n = 1_001; n <= 1_204; n++) await link(n, 0)
  await link(1_000, 50)
  await link(1_205, 9)
  await link(1_206, 20)
  await link(1_207, 30, 'draft')
  expect((await mentionsOf(tx, toPostId)).map(({ post }) => post.id)).toEqual([idOf(1_206), idOf(1_205)])
})
