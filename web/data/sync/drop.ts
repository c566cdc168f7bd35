/**
 * A shape may stay no longer (R9): its rows go, and work on it that was never offered moves to the
 * refused, with its text. Mutations that may have reached the server keep their place in the queue:
 * its answer decides.
 */
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { ServerMessage, WireError } from '#shared/sync/protocol.ts'
import { voidName } from '#shared/sync/protocol.ts'
import type { DeviceTx, QueuedMutation } from '../device/port.ts'
import type { ChangeLog } from './changed.ts'
import { hollowIn, refuseIn, settleIn } from './queue.ts'
import { dropRowsIn } from './shapes.ts'

interface DropTask {
  readonly shape: string
  readonly why: Extract<ServerMessage, { readonly t: 'drop' }>['why']
  mutation(name: string): Mutation<unknown> | undefined
  readonly now: number
}

const everything = Number.MAX_SAFE_INTEGER

export async function dropIn(tx: DeviceTx, changes: ChangeLog, { shape, why, mutation, now }: DropTask): Promise<void> {
  const ids = await dropRowsIn(tx, changes, shape)
  await settleIn(tx, changes)
  if (why === 'too-many') return
  const error: WireError = { code: why === 'gone' ? 'not-found' : 'not-allowed', reason: null, field: null, retryAfterMs: null }
  const lost = new Set(ids)
  const fallen: QueuedMutation[] = []
  for (const queued of await tx.queue.ofState('unsent', everything)) {
    if (queued.isOffered || queued.name === voidName || !names(queued, lost)) continue
    const known = mutation(queued.name)
    // What it would have made is lost too, and with it what builds on that.
    if (known?.version === queued.v && known.makes !== undefined) lost.add(known.makes(queued.args))
    fallen.push(queued)
  }
  for (const queued of fallen) await refuseIn(tx, changes, queued, error, null, now)
  // From the end: the last numbers become free again.
  for (const queued of fallen.reverse()) await hollowIn(tx, changes, queued)
}

/** Whether one of the mutation's arguments is one of the ids. */
function names(queued: QueuedMutation, ids: ReadonlySet<string>): boolean {
  if (typeof queued.args !== 'object' || queued.args === null) return false
  return Object.values(queued.args).some((value) => typeof value === 'string' && ids.has(value))
}
