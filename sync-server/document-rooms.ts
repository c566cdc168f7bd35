/** The rooms of all documents, with Node's clock and timers and the product's rules. */
import { createHmac } from 'node:crypto'
import type { DocumentPorts, DocumentTimers } from './documents/ports.ts'
import type { Rooms } from './documents/rooms.ts'
import type { DocumentWorkerPool } from './documents/workers/pool.ts'
import type { Writer } from './sync/writer.ts'
import { openSessions } from './device-hub.ts'
import { createRooms } from './documents/rooms.ts'
import { newId } from './http/new-id.ts'
import { wiring } from './wiring.ts'

type DocumentRoomsOptions = Pick<DocumentPorts, 'store' | 'writer' | 'log' | 'workers' | 'settled'> & Partial<DocumentPorts>

export function documentRooms(options: DocumentRoomsOptions): Rooms {
  return createRooms({
    viewerOf: wiring.viewerOf,
    openSessions,
    bytes: async () => (await import('./documents/update-bytes.ts')).updateBytes,
    sign: (secret, text) => createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64url'),
    clock: Date.now,
    timers: { ...nodeTimers, gather: gathering() },
    ...options,
  })
}

/** Keeps what a post's document says as its newest revision, for pages and forms that have no document at hand. */
export function keepSettled(
  writer: Pick<Writer, 'apply'>,
  workers: Pick<DocumentWorkerPool, 'judge' | 'textOf'>,
): DocumentPorts['settled'] {
  return async (postId, whole, authorId) => {
    const { fault } = await workers.judge([whole])
    // Only somebody who writes past the editors gets there; the room logs it, and pages go on showing what was kept before.
    if (fault !== null) throw new Error(`the document is ${fault}`)
    const { checked } = await workers.textOf([whole])
    // A text that two people have torn to something no page can show waits until an editor has mended it.
    if (!checked.ok) return
    const args = { id: postId, revisionId: newId(Date.now()), authorId, body: checked.doc }
    const outcome = await writer.apply({ name: 'posts.keepText', args, userId: null, source: 'server' })
    if (outcome.kind === 'rejected') throw outcome.error
  }
}

/** Two commits closer than that, and there is more than one person typing somewhere: they share the next ones. */
const busyMs = 100
/** Nobody sees "Saved" so much later, and each commit has its price whatever is in it. */
const gatherMs = 15

/** At once for who types alone; while commits follow each other, what comes in `gatherMs` goes into one. */
function gathering(): () => Promise<void> {
  let lastAt = -Infinity
  return () => {
    const now = performance.now()
    const isBusy = now - lastAt < busyMs
    lastAt = now
    return new Promise((resolve) => void (isBusy ? setTimeout(resolve, gatherMs) : setImmediate(resolve)))
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
