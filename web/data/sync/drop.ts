/**
 * A shape may stay no longer (R9): its rows go, and work on it that was never offered moves to the refused, with its text.
 * Deeds that may have reached the server keep their place in the queue: its answer decides.
 */
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { ServerMessage, WireError } from '#shared/sync/protocol.ts'
import { voidName } from '#shared/sync/protocol.ts'
import type { DeviceTx, QueuedDeed } from '../device/port.ts'
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
  const fallen: QueuedDeed[] = []
  for (const deed of await tx.queue.ofState('unsent', everything)) {
    if (deed.isOffered || deed.name === voidName || !names(deed, lost)) continue
    const known = mutation(deed.name)
    // What it would have made is lost too, and with it what builds on that.
    if (known?.version === deed.v && known.makes !== undefined) lost.add(known.makes(deed.args))
    fallen.push(deed)
  }
  for (const deed of fallen) await refuseIn(tx, changes, deed, error, null, now)
  // From the end: the last numbers become free again.
  for (const deed of fallen.reverse()) await hollowIn(tx, changes, deed)
}

/** Whether one of the deed's arguments is one of the ids. */
function names(deed: QueuedDeed, ids: ReadonlySet<string>): boolean {
  if (typeof deed.args !== 'object' || deed.args === null) return false
  return Object.values(deed.args).some((value) => typeof value === 'string' && ids.has(value))
}
