import type { StateVector } from '#shared/documents/inspect-vector.ts'
import type { closeCodes, Level } from '#shared/documents/protocol.ts'
import type { Room } from '#shared/documents/rooms.ts'
import type { Identity } from './awareness-table.ts'

export type CloseReason = keyof typeof closeCodes | 'restart'

/** The way to one browser tab. */
export interface PeerLink {
  send(frame: Uint8Array): void
  close(reason: CloseReason): void
  /** Bytes that were sent and have not been taken by the network. */
  buffered(): number
  /** Reads no further until `resume`. */
  pause(): void
  resume(): void
}

export interface Account extends Identity {
  readonly sessionId: string
}

/** A socket as its room sees it: `peer.ts`. */
export interface RoomPeer {
  readonly room: { readonly name: string; readonly room: Room }
  readonly link: PeerLink
  readonly account: Account
  readonly mayWrite: boolean
  readonly isBehind: boolean
  /** It has said itself which client id is its own. */
  readonly isSure: boolean
  setLevel(level: Level): void
  /** A merged frame of what others wrote. @param before where everyone stood before it */
  relay(frame: Uint8Array, before: () => StateVector): void
  hearAwareness(frame: Uint8Array): void
  /**
   * Says how many of its updates are on disk by now. @returns whether there is no more to be said
   */
  settle(): boolean
  /** Looks after a slow or silent line. */
  look(now: number): void
  close(reason: CloseReason): void
}
