/** Published versions of wiki pages and lenses by who wrote them (content.md 7.1). */
import type { Read } from '../kernel/transaction.ts'
import type { Revision } from '../posts/schema.ts'
import type { Tag, WikiEdit } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { revisions } from '../posts/schema.ts'
import { addressOfTag } from './page-queries.ts'
import { tags, wikiEdits } from './schema.ts'

/** So many are looked at for their number; of more it is said that there are more. */
const mostEditsCounted = 100

export const editOf = ({ id, postId, authorId, at }: Revision): WikiEdit => ({ id, postId, authorId, at })

/** Newest first. */
export const editsOfMember = (userId: string, limit: number) =>
  defineQuery({ table: wikiEdits, index: ['authorId', 'at'], equals: [userId], order: 'descending', limit })

/** Those that the reader may see, of the newest; `isAtLeast`: there are older ones, not counted. */
export async function countOfEdits(read: Read, userId: string): Promise<{ readonly count: number; readonly isAtLeast: boolean }> {
  const newest = editsOfMember(userId, mostEditsCounted)
  const { length: count } = await read.list(newest)
  return { count, isAtLeast: (await read.count(newest)) > mostEditsCounted }
}

export interface EditInPlace {
  readonly revision: Revision
  readonly tag: Tag
  /** Where the text is read. */
  readonly place: { readonly slug: string; readonly lens: string | null }
  /** The version that readers had before; `null`: the text began with it. */
  readonly before: string | null
}

/** By id, with their texts: for those that are shown. What has no address is left out. */
export async function editsInPlace(read: Read, ids: readonly string[]): Promise<ReadonlyMap<string, EditInPlace>> {
  const found = await read.getMany(revisions, ids)
  const earlier = await read.getMany(revisions, found.flatMap(({ followsId }) => followsId ?? [])) // oxfmt-ignore
  const versions = new Map(earlier.map(({ id, version }) => [id, version]))
  const tagsById = new Map((await read.getMany(tags, [...new Set(found.map(({ postId }) => postId))])).map((tag) => [tag.id, tag]))
  const placed = new Map<string, EditInPlace>()
  for (const revision of found) {
    const tag = tagsById.get(revision.postId)
    const place = tag && (await addressOfTag(read, tag))
    if (tag && place) placed.set(revision.id, { revision, tag, place, before: versions.get(revision.followsId ?? '') ?? null })
  }
  return placed
}
