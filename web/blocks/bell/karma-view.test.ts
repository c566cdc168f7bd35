import { expect, test } from 'vitest'
import { karmaNews } from '#shared/notifications/karma-schema.ts'
import { standardKarma } from '#shared/notifications/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf, T0 } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { karmaViewOf } from './karma-view.ts'

const user = idOf(300)

async function withNews(items: readonly { readonly kind: 'post' | 'comment'; readonly n: number; readonly by: number }[]) {
  const tx = memoryTransaction()
  const rows = items.map(({ kind, n, by }) => ({ targetKind: kind, targetId: idOf(n), postId: idOf(1), title: 'Kept title', by }))
  await tx.put(karmaNews, { id: user, userId: user, since: T0 - 9, at: T0, items: rows, seenAt: null })
  return tx
}

test('what is listed leads to the post and to the very comment, named as the post is called now', async () => {
  const tx = await withNews([
    { kind: 'comment', n: 10, by: 1 },
    { kind: 'post', n: 1, by: 4 },
    { kind: 'comment', n: 11, by: -3 },
  ])
  await tx.put(posts, aPost({ id: idOf(1), title: 'On tides', slug: 'on-tides' }))
  const view = await karmaViewOf(tx, user, standardKarma)
  expect(view).toMatchObject({ sum: 5, since: T0 - 9, at: T0, isSeen: false })
  expect(view?.items).toMatchObject([
    { by: 4, words: 'On tides', href: `/posts/${idOf(1)}/on-tides` },
    { by: 1, words: 'Your comment under On tides' },
  ])
  expect(view?.items[1]?.href).toContain(idOf(10))
  expect((await karmaViewOf(tx, user, { ...standardKarma, showsNegative: true }))?.sum).toBe(2)
})

test('where the post is not at hand, as it was called then', async () => {
  const view = await karmaViewOf(await withNews([{ kind: 'post', n: 1, by: 4 }]), user, standardKarma)
  expect(view?.items).toMatchObject([{ words: 'Kept title' }])
})

test('nothing to list is nothing: without news, with losses alone, for whoever wants to hear nothing', async () => {
  expect(await karmaViewOf(memoryTransaction(), user, standardKarma)).toBeNull()
  const tx = await withNews([{ kind: 'post', n: 1, by: -1 }])
  expect(await karmaViewOf(tx, user, standardKarma)).toBeNull()
  expect(await karmaViewOf(tx, user, { ...standardKarma, showsNegative: true, pace: 'off' })).toBeNull()
})
