import type { ClientMessage, ServerMessage } from '#shared/sync/protocol.ts'

/**
 * A way to the server. Messages arrive in order, or the link goes down; nothing else is promised.
 */
export interface Link {
  /**
   * `false`: each sending is a request of its own, answered as a whole; it must begin with a hello.
   */
  readonly isLasting: boolean
  /** Bytes handed over that have not left yet. */
  readonly buffered: number
  send(messages: readonly ClientMessage[]): void
  /** No event follows. */
  close(): void
}

export interface LinkEvents {
  onMessages(messages: readonly ServerMessage[]): void
  /** A request has been answered; only links that do not last say so. */
  onAnswered(): void
  /** Never opened, broken, or answered with what is no message of ours. Nothing follows. */
  onDown(): void
}

export type OpenLink = (events: LinkEvents) => Link
