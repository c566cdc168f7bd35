import type { ByeCode, ServerMessage } from '#shared/sync/protocol.ts'
import type { Asker } from './digests.ts'
import type { Pages } from './pages.ts'
import type { SyncMetrics } from './sync-metrics.ts'
import type { SyncPorts } from './sync-ports.ts'

/** One device's hold on the shapes it follows. */
export interface Follower extends Asker {
  /**
   * Rows of the shape were changed by entries after `before`, the last of them at `last`.
   * @param isClosed who may follow it may have changed too, and not everyone may.
   */
  touched(shape: string, before: number, last: number, isClosed: boolean): void
}

/** What a session asks of the subscription manager it belongs to. */
export interface SessionSubscriptions {
  readonly ports: SyncPorts
  readonly pages: Pages
  readonly metrics: SyncMetrics
  /** Up to where the journal has been told to sessions. */
  readonly position: number
  /** Resolves once `position` is known. */
  ready(): Promise<void>
  follow(follower: Follower, shape: string): void
  unfollow(follower: Follower, shape: string): void
  askDigest(follower: Follower, shape: string): void
}

/** How the parts of a session speak to its device. */
export interface Voice {
  readonly isOpen: boolean
  /** Nothing, once the conversation is over. */
  send(message: ServerMessage): void
  bye(code: ByeCode): void
  /** Something went wrong that the device is not to blame for: it comes again, and soon. */
  fail(error: unknown, about: string): void
}
