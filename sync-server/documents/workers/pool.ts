/** The jobs of jobs.ts, in threads. */
import type { Compacted, Jobs } from './jobs.ts'
import { JobFailed } from '#server/workers/job-failed.ts'
import { startWorkerPool } from '#server/workers/worker-pool.ts'
import { isV2, unpackedIn } from './packed.ts'
import type { PackedSnapshot } from './packed.ts'

export interface DocumentWorkerPool {
  /** @throws JobFailed as all of these do */
  compact(snapshot: Uint8Array | null, rows: readonly Uint8Array[]): Promise<Compacted>
  /** In this thread where that is short, or needs no more than unpacking. */
  unpack(snapshot: PackedSnapshot): Promise<Uint8Array>
  seedOf(body: unknown): Promise<Uint8Array | null>
  changeTo(updates: readonly Uint8Array[], body: unknown): Promise<Uint8Array | null>
  textOf(updates: readonly Uint8Array[]): Promise<ReturnType<Jobs['textOf']>>
  judge(updates: readonly Uint8Array[]): Promise<ReturnType<Jobs['judge']>>
  /** Ends the threads; what is under way fails. */
  close(): Promise<void>
}

export interface DocumentWorkerOptions {
  readonly threads?: number
  readonly timeoutMs?: number
  /** Of the heap of one thread; bytes outside of it, as those of updates, are not counted. */
  readonly heapMb?: number
  readonly maxQueued?: number
}

export function startDocumentWorkers(options: DocumentWorkerOptions = {}): DocumentWorkerPool {
  const { threads = 2, timeoutMs = 20_000, heapMb = 384, maxQueued = 2_000 } = options
  const { ask, close } = startWorkerPool<Jobs>({
    entry: new URL('./document-worker.ts', import.meta.url),
    threads,
    timeoutMs,
    heapMb,
    maxQueued,
    isSlow: (name) => name === 'compact' || name === 'judge',
  })
  return {
    compact: (snapshot, rows) => ask('compact', { snapshot: snapshot === null ? null : alone(snapshot), rows: rows.map(alone) }),
    async unpack({ packed, sha256 }) {
      const here = await unpackInline({ packed, sha256 })
      return here ?? ask('unpack', { packed: alone(packed), sha256 })
    },
    seedOf: (body) => (isBlank(body) ? Promise.resolve(null) : ask('seedOf', { body })),
    changeTo: (updates, body) => ask('changeTo', { updates: updates.map(alone), body }),
    textOf: (updates) => ask('textOf', { updates: updates.map(alone) }),
    judge: (updates) => ask('judge', { updates: updates.map(alone) }),
    close,
  }
}

/** One paragraph with nothing in it, as every new draft is: no thread has to be started for it. */
function isBlank(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('content' in body) || !Array.isArray(body.content)) return false
  const [first, ...more]: readonly unknown[] = body.content
  return (
    typeof first === 'object' &&
    first !== null &&
    'type' in first &&
    first.type === 'paragraph' &&
    !('content' in first) &&
    more.length === 0
  )
}

/**
 * Longer ones would hold others up; for shorter ones the thread takes longer to start than this
 * does.
 */
const maxConvertedInline = 65_536

/** `null`: too long for this thread. */
async function unpackInline({ packed, sha256: expected }: PackedSnapshot): Promise<Uint8Array | null> {
  try {
    const update = await unpackedIn(packed, expected)
    if (!isV2(update)) return update
    if (update.length > maxConvertedInline) return null
    const { convertUpdateFormatV2ToV1 } = await import('yjs')
    return convertUpdateFormatV2ToV1(update)
  } catch (error) {
    throw new JobFailed('refused', error instanceof Error ? error.message : String(error))
  }
}

/**
 * Bytes in a buffer of their own: a message takes the whole buffer along, and the pool of Buffer is
 * large.
 */
function alone(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice()
}
