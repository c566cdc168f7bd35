/**
 * What is done with a document's bytes where a Y.Doc is needed. Pure functions of bytes and texts,
 * run in a thread of `pool.ts`: each may be stopped at any moment, keeps nothing, and throws for
 * bytes that are no document. Nothing else on the server builds a Y.Doc.
 */
import { brotliCompressSync, constants } from 'node:zlib'
import * as Y from 'yjs'
import { encodeStateVector, sameVector, type StateVector } from '#shared/documents/inspect-vector.ts'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { checkDoc, type Checked } from '#shared/text/check.ts'
import { wordCount } from '#shared/text/measure.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { requireSum, isV2, sha256, unpacked } from './packed.ts'
import type { PackedSnapshot } from './packed.ts'
import { judgeDocument, printOfDocument, type Judged } from './judge.ts'

export interface Compacted extends PackedSnapshot {
  readonly structs: number
  /** Encoded, V1. */
  readonly stateVector: Uint8Array
  /** The same document as one update V1. */
  readonly update: Uint8Array
}

export type SettledText = { readonly checked: Checked; /** 0 where the check refuses. */ readonly words: number }

/**
 * V2 is a tenth of V1, but has to be made into V1 for everybody who opens the document: of one with
 * a long life that takes longer than all else (a tenth of a second for 260,000 edits, on which it
 * saves 400 kB).
 */
const maxShort = 20_000

export const jobs = {
  /**
   * One snapshot of an older one and the rows after it. The result is read again, and must give the
   * text and the state vector of what went in; the state vector is that of the bytes as well, read
   * without Yjs (Y3).
   */
  compact({ snapshot, rows }: { readonly snapshot: Uint8Array | null; readonly rows: readonly Uint8Array[] }): Compacted {
    const before = snapshot === null ? [] : [toV1(snapshot)]
    const ydoc = documentOf([...before, ...rows])
    const vector = vectorOf(ydoc)
    if (!sameVector(vector, vectorOfBytes([...before, ...rows]))) throw new Error('the document has another state vector than its rows')

    const structs = structsOf(ydoc)
    const packed = pack(structs > maxShort ? Y.encodeStateAsUpdate(ydoc) : Y.encodeStateAsUpdateV2(ydoc))
    const again = new Y.Doc()
    Y.applyUpdate(again, toV1(packed))
    if (!sameVector(vectorOf(again), vector)) throw new Error('the snapshot has another state vector than its document')
    if (printOfDocument(again) !== printOfDocument(ydoc)) throw new Error('the snapshot holds another text than its document')
    return {
      packed,
      sha256: sha256(packed),
      structs,
      stateVector: encodeStateVector(vector),
      update: Y.encodeStateAsUpdate(again),
    }
  },

  /** A snapshot as one update V1. */
  unpack({ packed, sha256: expected }: PackedSnapshot): Uint8Array {
    requireSum(packed, expected)
    return toV1(packed)
  },

  /**
   * A first text as an update; `null` for one that is empty, since an empty document stands for it.
   */
  seedOf({ body }: { readonly body: unknown }): Uint8Array | null {
    const doc = requireText(body)
    const [first, ...more] = doc.content
    if (first?.type === 'paragraph' && first.content === undefined && more.length === 0) return null
    const ydoc = new Y.Doc()
    ydoc.clientID = clientOf(doc)
    writeText(ydoc, doc, 'seed')
    return Y.encodeStateAsUpdate(ydoc)
  },

  /**
   * What brings a document forward to that text, under a new client id; `null` where it is there
   * already.
   */
  changeTo({ updates, body }: { readonly updates: readonly Uint8Array[]; readonly body: unknown }): Uint8Array | null {
    const doc = requireText(body)
    const ydoc = documentOf(updates)
    const changes: Uint8Array[] = []
    ydoc.on('update', (change: Uint8Array) => changes.push(change))
    writeText(ydoc, doc, 'change')
    return changes.length === 0 ? null : Y.mergeUpdates(changes)
  },

  /** The text of a post's document, checked. */
  textOf({ updates }: { readonly updates: readonly Uint8Array[] }): SettledText {
    const checked = checkedText(documentOf(updates))
    return { checked, words: checked.ok ? wordCount(checked.doc) : 0 }
  },

  /**
   * What only the whole document tells: how deep, how long, and whether anything stands where no
   * editor could show it.
   */
  judge({ updates }: { readonly updates: readonly Uint8Array[] }): Judged & { readonly structs: number; readonly bytes: number } {
    const ydoc = documentOf(updates)
    return { ...judgeDocument(ydoc), structs: structsOf(ydoc), bytes: Y.encodeStateAsUpdate(ydoc).length }
  },
}

export type Jobs = typeof jobs

/** @throws Error when they do not stand on each other without a hole. */
function documentOf(updates: readonly Uint8Array[]): Y.Doc {
  const ydoc = new Y.Doc()
  ydoc.transact(() => {
    for (const update of updates) Y.applyUpdate(ydoc, update)
  })
  if (ydoc.store.pendingStructs !== null || ydoc.store.pendingDs !== null) throw new Error('an update builds on what is not there')
  return ydoc
}

/** Read from the bytes, without a Y.Doc. Holes are none of it: `documentOf` has refused them. */
function vectorOfBytes(updates: readonly Uint8Array[]): StateVector {
  const vector = new Map<number, number>()
  for (const update of updates) {
    for (const [client, clock] of Y.parseUpdateMeta(update).to) vector.set(client, Math.max(clock, vector.get(client) ?? 0))
  }
  return vector
}

const vectorOf = (ydoc: Y.Doc): StateVector => Y.decodeStateVector(Y.encodeStateVector(ydoc))

function structsOf(ydoc: Y.Doc): number {
  return [...ydoc.store.clients.values()].reduce((sum, structs) => sum + structs.length, 0)
}

function requireText(body: unknown): Doc {
  const checked = checkDoc(body, 'essay')
  if (!checked.ok) throw new Error(`no text: ${checked.reason} at ${checked.path}`)
  return checked.doc
}

/**
 * The same for the same text: a server that came back from a backup may seed again what it had
 * seeded, and a device that was at work in the first must find its own history there, or the text
 * would stand twice where both meet (decision 0028).
 */
function clientOf(doc: Doc): number {
  return Number.parseInt(sha256(new TextEncoder().encode(JSON.stringify(doc))).slice(0, 8), 16)
}

/** Quality 5 costs a tenth of the best one's time, for a few per cent more bytes. */
function pack(update: Uint8Array): Uint8Array {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: update.length }
  return new Uint8Array(brotliCompressSync(update, { params }))
}

function toV1(packed: Uint8Array): Uint8Array {
  const update = unpacked(packed)
  return isV2(update) ? Y.convertUpdateFormatV2ToV1(update) : update
}
