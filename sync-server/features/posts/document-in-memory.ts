import type { Read } from '#shared/kernel/transaction.ts'
import { inspectStateVector } from '#shared/documents/inspect-vector.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromBase64 } from '#server/documents/encoded.ts'
import { documentCovers } from '#server/documents/keep-updates.ts'
import { documents } from '#server/documents/tables.ts'

const behindMs = 1_500

/**
 * A text that was read from a document is taken once the server holds as much of it (Y5,
 * docs/decisions/0012). Without a vector it comes from no document.
 * @throws AppError 'rate-limited' while it is on its way by its own line; 'invalid' for what is no
 *   state vector.
 */
export async function requireDocument(read: Read, postId: string, stateVector: string | undefined): Promise<void> {
  if (stateVector === undefined) return
  if (!inspectStateVector(fromBase64(stateVector)).ok) throw new AppError('invalid', { field: 'stateVector' })
  if (!documentCovers(await read.get(documents, postRoom(postId)), stateVector))
    throw new AppError('rate-limited', { retryAfterMs: behindMs, message: 'the document is not here yet' })
}
