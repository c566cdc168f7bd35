/**
 * The ids of all documents that there may be, a few at a time: more than there are, for `docsOf`
 * judges each.
 */
import type { Row, Table } from '#shared/kernel/table.ts'
import type { ShapePlace, ShapeRow, Store } from '#server/store/port.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { books, collections, sequences } from '#shared/sequences/schema.ts'
import { syncLimits } from '#shared/sync/protocol.ts'
import { tags } from '#shared/wiki/schema.ts'
import { walkIndex } from '#server/store/walk-index.ts'
import { docId, isArchived } from './archive-docs.ts'

const atOnce = 200
const everyCollection = defineQuery({ table: collections, index: ['createdAt'], equals: [], order: 'ascending', limit: 10_000 })
const everyBook = defineQuery({ table: books, index: ['collectionId', 'number'], equals: [], order: 'ascending', limit: 10_000 })

/** Everything that a post or a sequence brings with it and takes with it. */
export async function* idsInShape(store: Pick<Store, 'read'>, shape: string): AsyncGenerator<readonly string[]> {
  let after: ShapePlace | null = null
  for (;;) {
    const place: ShapePlace | null = after
    const rows: readonly ShapeRow[] = await store.read((read) => read.rowsOfShape(shape, place, atOnce, syncLimits.pageBytes))
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.flatMap(({ kind, row }) => (isArchived(kind) ? [docId({ name: kind }, row.id)] : []))
    after = { kind: last.kind, id: last.row.id }
  }
}

/** Of earlier texts of comments. */
export async function revisionsOf(store: Pick<Store, 'read'>, commentIds: readonly string[]): Promise<readonly string[]> {
  const found = await store.read((read) =>
    Promise.all(
      commentIds.map((id) =>
        read.list(defineQuery({ table: revisions, index: ['subjectId', 'n'], equals: [id], order: 'ascending', limit: 10_000 })),
      ),
    ),
  )
  return found.flat().map(({ id }) => docId(revisions, id))
}

export async function* allIds(store: Pick<Store, 'read'>): AsyncGenerator<readonly string[]> {
  const ids = (table: Pick<Table, 'name'>, rows: readonly Row[]) => rows.map(({ id }) => docId(table, id))
  for await (const rows of walkIndex(store, members, ['joinedAt'], [], 'joinedAt')) yield [...ids(members, rows), ...ids(karmaStats, rows)]
  for await (const rows of walkIndex(store, posts, ['status', 'publishedAt'], ['published'], 'publishedAt')) {
    for (const { id } of rows) yield* idsInShape(store, `thread:${id}`)
  }
  for await (const rows of walkIndex(store, comments, ['postedAt'], [], 'postedAt'))
    yield await revisionsOf(
      store,
      rows.map(({ id }) => id),
    )
  for await (const rows of walkIndex(store, tags, ['state', 'createdAt'], ['page'], 'createdAt')) yield ids(tags, rows)
  for await (const rows of walkIndex(store, tags, ['state', 'createdAt'], ['placeholder'], 'createdAt')) yield ids(tags, rows)
  for await (const rows of walkIndex(store, sequences, ['publishedAt'], [], 'publishedAt')) {
    yield ids(sequences, rows)
    for (const { id } of rows) yield* idsInShape(store, `sequence:${id}`)
  }
  yield ids(collections, await store.read((read) => read.list(everyCollection)))
  yield ids(books, await store.read((read) => read.list(everyBook)))
}
