/**
 * Where the exporter stands, kept in the archive itself: what is lost together with it is made anew
 * together with it.
 */
import * as z from 'zod/mini'
import type { Couch } from './couch.ts'
import { ArchiveRefused, DatabaseInfo, parsedAnswer } from './couch.ts'

const State = z.object({
  /** Of the journal: everything up to here is in the archive. */
  cursor: z.number(),
  /** Of the store that it was made from. */
  epoch: z.string(),
  format: z.number(),
  /** The first generation of revisions, see write-docs.ts. */
  born: z.number(),
  /** Everything public is in it, and nothing else. */
  isWhole: z.boolean(),
})
export type ArchiveState = z.infer<typeof State>

const Kept = z.extend(State, { _rev: z.string() })
const Put = z.object({ rev: z.string() })
const path = '_local/lyceum'

/** @throws Error when the database holds documents and is no archive: nothing in it is touched. */
export async function readState(couch: Couch): Promise<ArchiveState | null> {
  const answer = await couch.ask('GET', path)
  if (answer.status !== 404) return parsedAnswer(Kept, 'where it stands', answer)
  const { doc_count: docCount } = parsedAnswer(DatabaseInfo, 'what the database is', await couch.ask('GET', ''))
  if (docCount > 0) throw new Error('the database of the archive holds documents that are not ours: name another one')
  return null
}

/** Whatever stood there before: there is one exporter. */
export async function keepState(couch: Couch, state: ArchiveState): Promise<void> {
  const found = await couch.ask('GET', path)
  const before = found.status === 404 ? {} : { _rev: parsedAnswer(Kept, 'where it stands', found)._rev }
  const answer = await couch.ask('PUT', path, { body: { ...state, ...before } })
  if (answer.status >= 300) throw new ArchiveRefused('keeping where it stands', answer)
  parsedAnswer(Put, 'keeping where it stands', answer)
}
