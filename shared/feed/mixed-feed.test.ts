import { expect, test } from 'vitest'
import { posts } from '../posts/schema.ts'
import { bookmarkId, bookmarks } from '../reading/schema.ts'
import { aPost, idOf, member, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import { mixedFeed } from './mixed-feed.ts'

test('what somebody saved comes back among other posts, but for pages of the wiki: these are no posts', async () => {
  const tx = memoryTransaction()
  const reader = member(idOf(300))
  for (const [n, kind] of [
    [1, 'post'],
    [2, 'wiki'],
  ] as const) {
    const target = { userId: reader.userId, targetKind: 'post', targetId: idOf(n), postId: idOf(n) } as const
    await tx.put(posts, aPost({ id: idOf(n), slug: kind === 'wiki' ? null : `post-${n}`, kind }))
    await tx.put(bookmarks, { id: bookmarkId(reader.userId, idOf(n)), ...target, isSaved: true, changedAt: T0 })
  }
  const { things } = await mixedFeed(tx, reader, { tab: 'forYou', at: T0 + 1, limit: 20 })
  expect(things.map(({ item }) => item.id)).toEqual([idOf(1)])
})
