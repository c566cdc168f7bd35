/**
 * Writes documents to the archive. Revisions are made here and not by the archive's server: a
 * revision's hash is that of its content, so an unchanged document is recognized without reading
 * it, and a repeat writes nothing. A deleted document becomes a tombstone that holds only its id.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { ArchiveDoc, Wanted } from './archive-docs.ts'
import type { Couch } from './couch.ts'
import { contentHash } from './archive-docs.ts'
import { parsedAnswer } from './couch.ts'

const maxAtOnce = 200
const maxCharacters = 4_000_000
/** A full batch of long essays, on a slow disk. */
const patienceMs = 120_000

const goneHash = createHash('sha256').update('gone').digest('hex').slice(0, 24)

const AllDocs = z.object({
  rows: z.array(
    z.object({
      key: z.string(),
      value: z.optional(z.nullable(z.object({ rev: z.string(), deleted: z.optional(z.boolean()) }))),
    }),
  ),
})
const Written = z.array(z.looseObject({ error: z.optional(z.unknown()) }))

interface Leaf {
  readonly generation: number
  readonly content: string
  /** What follows the generation in the revision's name. */
  readonly suffix: string
  readonly isGone: boolean
}

export interface DocWriter {
  /** Which of them are in the archive now, deleted ones left out. */
  status(ids: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * @returns how many were written over something that was there: their earlier texts wait for
   *   compaction.
   */
  write(wanted: Wanted): Promise<number>
}

/**
 * @param born the generation of a document's first revision: higher than any in an earlier archive
 *   of this community, so that to its mirrors the newer text wins.
 */
export function docWriter(couch: Couch, born: number): DocWriter {
  async function leaves(ids: readonly string[]): Promise<ReadonlyMap<string, Leaf>> {
    if (ids.length === 0) return new Map()
    const { rows } = parsedAnswer(
      AllDocs,
      'which documents stand',
      await couch.ask('POST', '_all_docs', { body: { keys: ids }, patienceMs }),
    )
    return new Map(
      rows.flatMap(({ key, value }) => {
        if (value === undefined || value === null) return []
        const [generation, suffix = ''] = value.rev.split('-')
        return [[key, { generation: Number(generation), suffix, content: suffix.slice(0, 24), isGone: value.deleted === true }] as const]
      }),
    )
  }

  async function writeSome(some: readonly (readonly [string, ArchiveDoc | null])[]): Promise<number> {
    const known = await leaves(some.map(([id]) => id))
    const docs = some.flatMap(([id, doc]) => {
      const leaf = known.get(id)
      if (doc === null) return leaf === undefined || leaf.isGone ? [] : [revised({ _id: id, _deleted: true }, goneHash, leaf)]
      const hash = contentHash(doc)
      return leaf?.content === hash ? [] : [revised(doc, hash, leaf)]
    })
    if (docs.length === 0) return 0
    const answer = await couch.ask('POST', '_bulk_docs', { body: { docs, new_edits: false }, patienceMs })
    const failed = parsedAnswer(Written, 'writing documents', answer).find(({ error }) => error !== undefined)
    if (failed !== undefined) throw new Error(`the archive did not take a document: ${JSON.stringify(failed).slice(0, 300)}`)
    return docs.filter(({ _id }) => known.has(_id)).length
  }

  function revised(doc: ArchiveDoc, hash: string, leaf: Leaf | undefined) {
    const start = leaf === undefined ? born : leaf.generation + 1
    // What comes back to what it said before has another revision all the same: PouchDB takes two
    // with one hash in a line for the same.
    const suffix = `${hash}${start.toString(16).padStart(8, '0')}`
    return { ...doc, _rev: `${start}-${suffix}`, _revisions: { start, ids: leaf === undefined ? [suffix] : [suffix, leaf.suffix] } }
  }

  return {
    async status(ids) {
      return new Set([...(await leaves(ids))].flatMap(([id, { isGone }]) => (isGone ? [] : [id])))
    },
    async write(wanted) {
      let overwritten = 0
      for (const some of inBatches([...wanted])) overwritten += await writeSome(some)
      return overwritten
    },
  }
}

function* inBatches(all: readonly (readonly [string, ArchiveDoc | null])[]) {
  let batch: (readonly [string, ArchiveDoc | null])[] = []
  let characters = 0
  for (const one of all) {
    const length = one[1] === null ? 0 : JSON.stringify(one[1]).length
    if (batch.length > 0 && (batch.length >= maxAtOnce || characters + length > maxCharacters)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(one)
    characters += length
  }
  if (batch.length > 0) yield batch
}
