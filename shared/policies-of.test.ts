import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { defineDomain } from './kernel/domain.ts'
import { defineTable } from './kernel/table.ts'
import type { Viewer } from './kernel/viewer.ts'
import { visitor } from './kernel/viewer.ts'
import type { Visibility } from './kernel/visibility.ts'
import { everyone, everyoneUnder, likePost, own, serverOnly, staff } from './kernel/visibility.ts'
import { policiesOf } from './policies-of.ts'
import { posts } from './posts/schema.ts'
import { aPost, idOf, member, moderator } from './testing/factories.ts'
import { memoryTransaction } from './testing/memory-store.ts'

const Row = z.object({ id: z.string(), ownerId: z.string(), postId: z.string() })
type Row = z.infer<typeof Row>

const row = { id: idOf(1), ownerId: idOf(300), postId: idOf(5) }
const owner = member(idOf(300))
const author = member(idOf(100))

/** Scope, shape, whether devices hold it, and who of these reads it. */
async function of(visibility: Visibility<Row>) {
  const table = defineTable({ name: 'rows', row: Row, visibility })
  const { of: policyOf } = policiesOf([defineDomain({ tables: [table] })], () => () => undefined)
  const tx = memoryTransaction()
  await tx.put(posts, aPost({ id: idOf(5), slug: null, status: 'draft', publishedAt: null, revisionId: null }))
  const viewers: Readonly<Record<string, Viewer>> = { visitor, owner, author, moderator }
  const seen: string[] = []
  for (const [name, viewer] of Object.entries(viewers)) if ((await policyOf(table)(row, viewer, tx)) !== undefined) seen.push(name)
  return [table.scope(row), table.shape(row), table.isOnDevices, seen.join(' ')]
}

test.each<[string, Visibility<Row>, readonly [string, string | null, boolean, string]]>([
  ['what is its owner’s', own('ownerId'), [`user:${idOf(300)}`, `me:${idOf(300)}`, true, 'owner']],
  ['what its owner does not follow', own('ownerId', { isFollowed: false }), [`user:${idOf(300)}`, null, false, 'owner']],
  ['what hangs on a draft', likePost('postId'), ['public', `thread:${idOf(5)}`, true, 'author']],
  ['what is everybody’s', everyone, ['public', null, false, 'visitor owner author moderator']],
  [
    'what is everybody’s and comes with a post',
    everyoneUnder('postId'),
    ['public', `thread:${idOf(5)}`, true, 'visitor owner author moderator'],
  ],
  ['what is the staff’s', staff, ['mod', null, false, 'moderator']],
  ['what never leaves', serverOnly, ['server', null, false, '']],
])('%s has its scope, its shape and its readers from one word', async (_what, visibility, expected) => {
  expect(await of(visibility)).toEqual(expected)
})
