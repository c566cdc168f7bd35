/**
 * What the gateway asks of the archive, each question in words of our own and of a size that we
 * set.
 */
import * as z from 'zod/mini'
import type { Couch } from './couch.ts'
import { DocId } from './gateway-params.ts'
import { DatabaseInfo, parsedAnswer, Seq } from './couch.ts'

const docsAtOnce = 20
const patienceMs = 20_000

const Change = z.object({
  seq: Seq,
  id: z.string(),
  changes: z.array(z.object({ rev: z.string() })),
  deleted: z.optional(z.boolean()),
})
const ChangesPage = z.object({ results: z.array(Change), last_seq: Seq })
export interface Changes extends z.infer<typeof ChangesPage> {
  /** Nothing has changed since. */
  readonly isEnd: boolean
}

const FoundDoc = z.looseObject({ _id: z.string(), _rev: z.string() })
export type FoundDoc = z.infer<typeof FoundDoc>
const Found = z.object({
  results: z.array(z.object({ id: z.string(), docs: z.array(z.looseObject({ ok: z.optional(FoundDoc) })) })),
})

/** A document and the revision that is meant; without one: as it stands. */
export interface DocRequest {
  readonly id: string
  readonly rev?: string | undefined
}

export interface DocAnswer extends DocRequest {
  /**
   * Those of its line that nothing came after; tombstones are documents, too. Empty: there is none.
   */
  readonly docs: readonly FoundDoc[]
}

export interface ArchiveReads {
  info(): Promise<z.infer<typeof DatabaseInfo>>
  changes(since: string, limit: number, style: 'all_docs' | 'main_only'): Promise<Changes>
  /** In the order they were asked for, a few at a time. */
  docs(wishes: readonly DocRequest[]): AsyncGenerator<readonly DocAnswer[]>
  /** Every leaf of a document; empty: there is none. */
  leaves(id: string): Promise<readonly FoundDoc[]>
}

export function archiveReads(couch: Couch): ArchiveReads {
  async function bulkGet(wishes: readonly DocRequest[]): Promise<readonly DocAnswer[]> {
    // `latest`: what has been replaced is not given out, though it may lie there until compaction.
    const body = { docs: wishes.map(({ id, rev }) => ({ id, ...(rev !== undefined && { rev }) })) }
    const answer = await couch.ask('POST', '_bulk_get?revs=true&latest=true', { body, patienceMs })
    const { results } = parsedAnswer(Found, 'documents', answer)
    return results.map(({ id, docs }, at) => ({
      id,
      rev: wishes[at]?.id === id ? wishes[at].rev : undefined,
      docs: docs.flatMap(({ ok }) => (ok === undefined ? [] : [ok])),
    }))
  }

  return {
    async info() {
      return parsedAnswer(DatabaseInfo, 'what it is', await couch.ask('GET', '', { patienceMs }))
    },
    async changes(since, limit, style) {
      const query = new URLSearchParams({ since, limit: String(limit), style })
      const page = parsedAnswer(ChangesPage, 'what has changed', await couch.ask('GET', `_changes?${query.toString()}`, { patienceMs }))
      // A cluster's operator may have put something of their own beside our documents.
      return { ...page, isEnd: page.results.length === 0, results: page.results.filter(({ id }) => DocId.safeParse(id).success) }
    },
    async *docs(wishes) {
      for (let from = 0; from < wishes.length; from += docsAtOnce) yield await bulkGet(wishes.slice(from, from + docsAtOnce))
    },
    async leaves(id) {
      const answer = await couch.ask('GET', `${encodeURIComponent(id)}?open_revs=all&revs=true`, { patienceMs })
      if (answer.status === 404) return []
      const leaves = parsedAnswer(z.array(z.looseObject({ ok: z.optional(FoundDoc) })), 'the leaves of a document', answer)
      return leaves.flatMap(({ ok }) => (ok === undefined ? [] : [ok]))
    },
  }
}
