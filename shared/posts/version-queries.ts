import type { Read } from '../kernel/transaction.ts'
import type { Post, Revision } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { revisions } from './schema.ts'

/**
 * The versions of a post's text, newest first. `seesDrafts`: this reader has a part in it; to all
 * others, what was published is all there is.
 */
export async function versionsOf(read: Read, post: Post, limit: number, seesDrafts: boolean): Promise<readonly Revision[]> {
  const newest = { table: revisions, order: 'descending', limit } as const
  return read.list(
    seesDrafts
      ? defineQuery({ ...newest, index: ['subjectId', 'n'], equals: [post.id] })
      : defineQuery({ ...newest, index: ['subjectId', 'isDraft', 'n'], equals: [post.id, false] }),
  )
}

/**
 * By its number as readers see it, which is never given twice; `undefined` when there is none, or
 * it is not theirs to see.
 */
export async function versionNamed(read: Read, post: Post, version: string): Promise<Revision | undefined> {
  const query = { table: revisions, index: ['subjectId', 'version'], equals: [post.id, version], order: 'ascending', limit: 1 } as const
  return (await read.list(defineQuery(query)))[0]
}

/** Those after the one up to the other, oldest first; at most so many, the newest of them. */
export async function versionsBetween(read: Read, after: Revision, upTo: Revision, limit: number): Promise<readonly Revision[]> {
  const found = await read.list(
    defineQuery({
      ...{ table: revisions, index: ['subjectId', 'n'], equals: [upTo.subjectId], order: 'descending', limit },
      ...{ from: after.n + 1, until: upTo.n + 1 },
    }),
  )
  return found.toReversed()
}
