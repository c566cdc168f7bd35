import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { attempts } from '#shared/accounts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, T0 } from '#shared/testing/factories.ts'

test('a deleted row of a table without a journal leaves nothing behind; a journalled one leaves its version', async () => {
  const { store } = await aCore()
  const attempt = { id: 'a', key: 'sign-in:x', at: T0 }
  const post = aPost()
  for (let round = 0; round < 2; round += 1) {
    await store.write(async ({ tx }) => {
      await tx.put(attempts, attempt)
      await tx.put(posts, post)
    })
    if (round === 0) {
      await store.write(async ({ tx }) => {
        await tx.delete(attempts, attempt.id)
        await tx.delete(posts, post.id)
      })
    }
  }
  await store.read(async (read) => {
    expect((await read.stamps(attempts, ['a'])).get('a')?.version).toBe(1)
    expect((await read.stamps(posts, [post.id])).get(post.id)?.version).toBe(3)
  })
})
