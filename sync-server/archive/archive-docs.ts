/**
 * What the archive holds: a document a row of the tables below, as any visitor sees it.
 * `permittedRead` is the only way by which a row comes here, so what is a draft, removed,
 * unpublished or held back has no document, or only what everybody is shown in its place.
 */
import { createHash } from 'node:crypto'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { books, chapters, collections, sequences } from '#shared/sequences/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'

/** Of the documents. A new one has every document written anew at the next start. */
export const archiveFormat = 1

export interface ArchiveDoc {
  readonly _id: string
  readonly [field: string]: unknown
}

/** By document id; `null`: there is nothing that everybody may see. */
export type Wanted = ReadonlyMap<string, ArchiveDoc | null>

interface Kind {
  readonly name: string
  /** Those of the rows that have a document. */
  rows(read: Read, ids: readonly string[]): Promise<readonly Row[]>
}

/**
 * @param stands what else has to be there for a row whose own read policy lets everything pass: the
 *   score of what is hidden says that there is something.
 */
function kind<R extends Row>(table: Table<R>, stands?: (read: Read, row: R) => Promise<boolean>): Kind {
  return {
    name: table.name,
    async rows(read, ids) {
      const found = await read.getMany(table, ids)
      if (stands === undefined) return found
      const status = await Promise.all(found.map((row) => stands(read, row)))
      return found.filter((_row, at) => status[at])
    },
  }
}

/**
 * Who has the address of a rejected or unlisted post reads it. It is in no list, and so not here
 * either, with what hangs on it.
 */
const isArchivedPost = (post: Post | undefined): boolean => post?.rejectedReason === null && post.isUnlisted !== true

const underPost = async (read: Read, { postId }: { readonly postId: string }): Promise<boolean> =>
  isArchivedPost(await read.get(posts, postId))

const kinds: readonly Kind[] = [
  kind(members),
  kind(karmaStats, async (read, { id }) => (await read.get(members, id)) !== undefined),
  kind(posts, async (_read, post) => isArchivedPost(post)),
  kind(revisions, underPost),
  kind(comments, underPost),
  kind(tallies, async (read, tally) =>
    tally.targetKind === 'post' ? underPost(read, tally) : (await read.get(comments, tally.id)) !== undefined && underPost(read, tally),
  ),
  kind(tags),
  kind(tagRels, underPost),
  // What is in no list is not found here either.
  kind(sequences, async (_read, { isHidden }) => !isHidden),
  kind(chapters, async (read, { sequenceId }) => (await read.get(sequences, sequenceId))?.isHidden === false),
  kind(collections),
  kind(books),
]

const kindsByName = new Map(kinds.map((each) => [each.name, each]))

export const archivedTables: readonly string[] = [...kindsByName.keys()]

export function isArchived(tableName: string): boolean {
  return kindsByName.has(tableName)
}

export function docId(table: Pick<Table, 'name'>, id: string): string {
  return `${table.name}:${id}`
}

/** @param read permitted for a visitor, over one snapshot. */
export async function docsOf(read: Read, docIds: readonly string[]): Promise<Wanted> {
  const wanted = new Map<string, ArchiveDoc | null>(docIds.map((id) => [id, null]))
  const idsByKind = Map.groupBy(wanted.keys(), (id) => id.slice(0, id.indexOf(':')))
  for (const [name, ids] of idsByKind) {
    const found = await kindsByName.get(name)?.rows(
      read,
      ids.map((id) => id.slice(name.length + 1)),
    )
    for (const row of found ?? []) {
      const _id = `${name}:${row.id}`
      wanted.set(_id, { ...row, _id, table: name })
    }
  }
  return wanted
}

/**
 * Begins the second part of a document's revision, so that a mirror can tell by it what the
 * document says: 96 bits of SHA-256 over JSON with sorted names.
 */
export function contentHash(doc: ArchiveDoc): string {
  return createHash('sha256').update(sortedJson(doc)).digest('hex').slice(0, 24)
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
