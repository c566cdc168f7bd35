/** The rooms of all documents, with Node's clock and timers and the product's rules. */
import { createHmac, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { DocumentPorts, DocumentTimers } from './documents/ports.ts'
import type { Rooms } from './documents/rooms.ts'
import type { DocumentWorkerPool } from './documents/workers/pool.ts'
import { NotSettled } from './documents/not-settled.ts'
import type { Writer } from './sync/writer.ts'
import { openSessions } from './device-subscriptions.ts'
import { createRooms } from './documents/rooms.ts'
import { JobFailed } from '#server/workers/job-failed.ts'
import { newId } from './http/new-id.ts'
import { serverRegistry } from './server-registry.ts'

type DocumentRoomsOptions = Pick<DocumentPorts, 'store' | 'writer' | 'log' | 'workers' | 'settled'> & Partial<DocumentPorts>

export function documentRooms(options: DocumentRoomsOptions): Rooms {
  return createRooms({
    viewerOf: serverRegistry.viewerOf,
    openSessions,
    async bytes() {
      // Sockets come with the first document.
      const [{ updateBytes }] = await Promise.all([import('./documents/update-bytes.ts'), import('ws')])
      return updateBytes
    },
    sign: signing(),
    clock: Date.now,
    timers: { ...nodeTimers, gather: gathering() },
    ...options,
  })
}

/**
 * The secret is read once: hundreds of tickets are looked at when all come back at the same time.
 */
function signing(): DocumentPorts['sign'] {
  let last: { readonly secret: string; readonly key: KeyObject } | null = null
  return (secret, text) => {
    if (last?.secret !== secret) last = { secret, key: createSecretKey(secret, 'base64') }
    return createHmac('sha256', last.key).update(text).digest('base64url')
  }
}

/**
 * Keeps what a post's document says as its newest revision, for pages and forms that have no
 * document at hand.
 */
export function keepSettled(
  writer: Pick<Writer, 'apply'>,
  workers: Pick<DocumentWorkerPool, 'judge' | 'textOf'>,
): DocumentPorts['settled'] {
  return async (postId, whole, authorId, isPoint = false) => {
    const { fault } = await workers.judge([whole]).catch(notLookedAt)
    // Only somebody who writes past the editors gets there; the room logs it, and pages go on
    // showing what was kept before.
    if (fault !== null) throw new NotSettled(fault, `the document is ${fault}`)
    const { checked } = await workers.textOf([whole]).catch(notLookedAt)
    // A text that two people have torn to something no page can show waits until an editor has
    // mended it.
    if (!checked.ok) return
    const args = { id: postId, revisionId: newId(Date.now()), authorId, body: checked.doc, ...(isPoint && { isPoint }) }
    const outcome = await writer.apply({ name: 'posts.keepText', args, userId: null, source: 'server' })
    if (outcome.kind === 'rejected') throw outcome.error
  }
}

/** Where there were too many jobs the document is not to blame. */
function notLookedAt(error: unknown): never {
  const isBusy = error instanceof JobFailed && (error.kind === 'busy' || error.kind === 'closed')
  throw new NotSettled(isBusy ? 'busy' : 'failed', error instanceof Error ? error.message : String(error))
}

/**
 * Two commits closer than that, and somebody is in full flow, or several type: the next ones are
 * shared.
 */
const busyMs = 250
/** Nobody sees "Saved" so much later, and each commit has its price whatever is in it. */
const gatherMs = 250

/**
 * At once for the first word after a pause; while commits follow each other, what comes in
 * `gatherMs` goes into one.
 */
function gathering(): DocumentTimers['gather'] {
  let lastAt = -Infinity
  return async (isAwaited) => {
    const isBusy = !isAwaited && performance.now() - lastAt < busyMs
    await new Promise((resolve) => void (isBusy ? setTimeout(resolve, gatherMs) : setImmediate(resolve)))
    lastAt = performance.now()
  }
}

const nodeTimers: Omit<DocumentTimers, 'gather'> = {
  every(ms, work) {
    const timer = setInterval(work, ms).unref()
    return () => clearInterval(timer)
  },
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  soon: (work) => void setImmediate(work),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
}
