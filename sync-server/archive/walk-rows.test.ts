import { expect, test } from 'vitest'
import { comments } from '#shared/comments/schema.ts'
import { syncLimits } from '#shared/sync/protocol.ts'
import { aComment, idOf, paragraph } from '#shared/testing/factories.ts'
import { aStore } from './testing/archive-scene.ts'
import { idsInShape } from './walk-rows.ts'

test('the ids of a discussion of long comments are read a page of bytes at a time', async () => {
  const store = await aStore()
  const body = paragraph('word '.repeat(20_000))
  const all = Array.from({ length: 12 }, (_, n) => aComment({ id: idOf(700 + n), body }))
  await store.write(async ({ tx }) => {
    for (const row of all) await tx.put(comments, row)
  })
  const pages: number[] = []
  const found: string[] = []
  for await (const ids of idsInShape(store, comments.shape(aComment()) ?? '')) {
    pages.push(ids.length)
    found.push(...ids)
  }
  expect(found).toEqual(all.map(({ id }) => `comments:${id}`))
  // The row that goes beyond the limit, and one that says there is more, end a page; read without
  // bounds it is one of twelve.
  expect(Math.max(...pages)).toBeLessThanOrEqual(Math.ceil(syncLimits.pageBytes / 100_000) + 1)
})
