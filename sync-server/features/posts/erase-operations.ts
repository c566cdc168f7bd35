/**
 * Drafts that lay in the bin for long are erased, with everything that hangs on them. The draft and
 * its document go first, in one transaction: from then on a device that comes back finds neither,
 * and makes what it had not sent a draft of its own (Y11). The rest follows in small steps; what is
 * half done is remembered in `erasures`, and is gone on with after a crash.
 */
import * as z from 'zod/mini'
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { StoreTransaction } from '#server/store/port.ts'
import type { AnyOperation } from '#server/sync/operations.ts'
import { postReviews } from '#shared/annual-review/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { dialogueInputs } from '#shared/dialogues/schema.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { versionsOfTerm } from '#shared/glossary/queries.ts'
import { glossaryTerms, termVersions } from '#shared/glossary/schema.ts'
import { Id, Time } from '#shared/kernel/fields.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { defineTable } from '#shared/kernel/table.ts'
import { invitations } from '#shared/posts/invitation-schema.ts'
import { authorshipId } from '#shared/posts/queries.ts'
import { isToBeErased } from '#shared/posts/rules.ts'
import { authorships, posts, revisions, writings } from '#shared/posts/schema.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { documentClients, documentLog, documents, documentSnapshots } from '#server/documents/tables.ts'
import { tags } from '#shared/wiki/schema.ts'
import { defineOperation } from '#server/sync/operations.ts'

/** A draft of which some rows are still there; id = the post's. The server's alone. */
const Erasure = z.object({ id: Id, begunAt: Time })
export const erasures: Table = anyTable(
  defineTable({
    name: 'erasures',
    row: Erasure,
    indexes: [['begunAt']],
    scope: () => 'server',
    shape: () => null,
    journal: false,
  }),
)

const rowsAtOnce = 200

/**
 * @returns how many were begun: those that are still to be erased now that nothing can change
 *   meanwhile.
 */
export const beginErasures = defineOperation('posts.beginErasures', async ({ tx, now }, ids: readonly string[]): Promise<number> => {
  const found = (await tx.getMany(posts, ids)).filter((post) => isToBeErased(post, now))
  for (const { id, authorId, coauthorIds, shares = [] } of found) {
    const begun = { id, begunAt: now }
    await tx.put(erasures, begun)
    for (const userId of [authorId, ...coauthorIds, ...shares.map((share) => share.userId)])
      await tx.delete(authorships, authorshipId(userId, id))
    for (const table of [schedules, writings, tallies, tags, posts].map(anyTable)) await tx.delete(table, id)
    await tx.delete(documents, postRoom(id))
  }
  return found.length
})

/** One step. @returns whether anything was left to do. */
export const eraseMore = defineOperation('posts.eraseMore', async ({ tx }, id: string): Promise<boolean> => {
  // Somebody's device has made a text of this name anew: what is left of the old one stays rather
  // than that anything of the new one goes.
  if ((await tx.get(posts, id)) !== undefined) {
    await tx.delete(erasures, id)
    return false
  }
  const said = await tx.list(ofPost(comments, 'postedAt', id))
  for (const { id: commentId } of said) {
    const states = await tx.list(statesOf(commentId))
    for (const state of states) await tx.delete(revisions, state.id)
    if (states.length === rowsAtOnce) return true
    await tx.delete(tallies, commentId)
    await tx.delete(postReviews, commentId)
    await tx.delete(comments, commentId)
  }
  if (said.length > 0) return true
  const terms = await tx.list(ofPost(glossaryTerms, 'createdAt', id))
  for (const { id: termId } of terms) {
    for (const version of await tx.list(versionsOfTerm(termId))) await tx.delete(termVersions, version.id)
    await tx.delete(glossaryTerms, termId)
  }
  if (terms.length > 0) return true
  const room = postRoom(id)
  const rest = [
    step(statesOf(id)),
    step(ofPost(inlineComments, 'createdAt', id)),
    step(ofPost(invitations, 'at', id)),
    step(ofPost(dialogueInputs, 'changedAt', id)),
    step(ofRoom(documentLog, 'seq', room)),
    step(ofRoom(documentSnapshots, 'upto', room)),
    step(ofRoom(documentClients, 'firstSeq', room)),
  ]
  for (const erase of rest) if (await erase(tx)) return true
  await tx.delete(erasures, id)
  return false
})

function step<R extends Row>(query: Query<R>): (tx: StoreTransaction) => Promise<boolean> {
  return async (tx) => {
    const rows = await tx.list(query)
    for (const { id } of rows) await tx.delete(query.table, id)
    return rows.length > 0
  }
}

const order = { order: 'ascending', limit: rowsAtOnce } as const
const statesOf = (subjectId: string) => defineQuery({ table: revisions, index: ['subjectId', 'n'], equals: [subjectId], ...order })

function ofPost<R extends Row>(table: Table<R>, then: string, postId: string): Query<R> {
  return defineQuery({ table, index: ['postId', then], equals: [postId], ...order })
}

function ofRoom<R extends Row>(table: Table<R>, then: string, room: string): Query<R> {
  return defineQuery({ table, index: ['documentId', then], equals: [room], ...order })
}

// Tables of different rows stand in one list; each is only ever used with what its own schema
// parsed.
function anyTable(table: unknown): Table {
  return table as Table
}

export const eraseOperations: readonly AnyOperation[] = [beginErasures, eraseMore]
