import type { RefusalCode } from '#shared/documents/protocol.ts'
import type { Rooms } from './rooms.ts'
import { parseRoom } from '#shared/documents/rooms.ts'
import { mayRewrite } from './keep-updates.ts'
import { takeWeighed } from './take-weighed.ts'
import { JobFailed } from '#server/workers/job-failed.ts'

export interface Rewrite {
  readonly room: string
  readonly userId: string
  /** Checked JSON of the text as it is to be. */
  readonly body: unknown
  /**
   * The document that the text was made from, whole: what was written in it since stays beside the
   * change. Absent: as it is now.
   */
  readonly base?: Uint8Array | null
}

/**
 * Brings a document to a text that was written without it (a form, an import) by a change forward,
 * so that whoever writes in it meanwhile loses nothing and sees it come. Resolves once it is
 * stored; with why not, when it is refused. @throws JobFailed when the worker could not.
 */
export async function rewriteDocument(rooms: Rooms, { room: name, userId, body, base = null }: Rewrite): Promise<RefusalCode | null> {
  const { ports } = rooms
  const parsed = parseRoom(name)
  if (parsed === undefined) return 'not-allowed'
  const mayWrite = await ports.store.read((read) => mayRewrite(read, ports.viewerOf, userId, parsed, ports.clock()))
  if (!mayWrite) return 'not-allowed'
  const found = await rooms.room(name)
  if (found === null) return 'not-allowed'
  await found.sound()
  if (found.isGone) return 'gap'
  const update = await ports.workers.changeTo([base ?? found.state.whole()], body)
  if (update === null) return null
  await found.sound()
  // It left memory.
  if (found.isGone) return 'gap'
  const refused = await takeWeighed(found, userId, update, false, true)
  // Nobody could look at it now.
  if (refused === 'again') throw new JobFailed('busy', 'the text could not be looked at')
  return refused
}
