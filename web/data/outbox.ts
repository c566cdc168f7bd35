import { useSyncExternalStore } from 'react'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { WireError } from '#shared/sync/protocol.ts'
import { createStore } from './store.ts'

export interface OutboxItem {
  readonly n: number
  /** Of the mutation: `comments.post`. */
  readonly name: string
  readonly args: unknown
  /** ms since 1970, of this device's clock. */
  readonly at: number
  readonly pending: Pending | null
  /** Never offered: it can still be called back. */
  readonly canBeCalledBack: boolean
  /**
   * What it makes or changes: ids of rows, or the mutation's key (`vote:TARGET:AXIS`,
   * `bookmark:TARGET`, `read:POST`).
   */
  readonly about: readonly string[]
  /** Why it was refused; `null` while it waits. */
  readonly error: WireError | null
  readonly refusedAt: number | null
  /** For a conflict: what stands in its way. */
  readonly current: unknown
}

/**
 * `on-device`: stored, on its way. `not-sent-yet`: stored, and nobody can be reached. `waiting`:
 * the server takes it at `until` (this device's clock).
 */
export interface Pending {
  readonly kind: 'saving' | 'on-device' | 'not-sent-yet' | 'waiting'
  readonly until?: number
  /** Why, where the server said. */
  readonly reason?: Reason
}

export interface Outbox {
  /**
   * In the order they were done; what the server has taken stays until its page has come, with
   * `pending: null`.
   */
  readonly waiting: readonly OutboxItem[]
  readonly refused: readonly OutboxItem[]
  /** The oldest has waited long although the server can be reached. */
  readonly isStuck: boolean
  /** Since when, ms since 1970 of this device's clock; `null` while it is not stuck. */
  readonly stuckSince: number | null
  /**
   * Of the newest mutation about each row or key, so that a thousand comments need not search the
   * queue.
   */
  readonly pendingByAbout: ReadonlyMap<string, Pending>
}

const empty: Outbox = { waiting: [], refused: [], isStuck: false, stuckSince: null, pendingByAbout: new Map() }

/** Filled by the late chunk. */
export const outbox = createStore<Outbox>(empty)

export function useOutbox(): Outbox {
  return useSyncExternalStore(outbox.subscribe, outbox.get, () => empty)
}

/** What `pendingByAbout` is made of: a later mutation about the same thing says how far that is. */
export function pendingIndex(waiting: readonly OutboxItem[]): ReadonlyMap<string, Pending> {
  const found = new Map<string, Pending>()
  for (const { about, pending } of waiting) {
    for (const name of about) {
      if (pending === null) found.delete(name)
      else found.set(name, pending)
    }
  }
  return found
}

export function forgetOutbox(): void {
  outbox.set(empty)
}
