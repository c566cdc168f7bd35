import type { Timers } from './alarms.ts'
import type { Changed } from './changed.ts'
import type { Core } from './core.ts'
import type { OpenLink } from './link.ts'

export interface ClientPorts {
  readonly core: Core
  readonly openSocket: OpenLink
  readonly openPost: OpenLink
  readonly timers: Timers & { now(): number }
  /** 0 to 1. */
  random(): number
  onChanged(changed: Changed): void
  onStatus(status: ClientStatus): void
  /** For error reports: what should not have happened. */
  report(kind: ReportKind, detail: string): void
  /** Another tab leads now. The client has stopped. */
  onDeposed(): void
}

export type ReportKind = 'digest' | 'corrupt' | 'malformed' | 'stuck' | 'device' | 'bug' | 'restored' | 'new-id'

export interface ClientStatus {
  /**
   * `auth`: waits for the same account to sign in. `old`: the app must be renewed; mutations stay
   * in the queue.
   */
  readonly link: 'off' | 'connecting' | 'on' | 'auth' | 'old'
  readonly via: 'socket' | 'post' | null
  /**
   * `account`: somebody else is signed in. `corrupt`: sending has stopped. `stuck`: nothing moves
   * though the link is on.
   */
  readonly trouble: 'account' | 'corrupt' | 'stuck' | 'device' | null
  /** The server's clock minus this device's, in ms; `null` before the first greeting. */
  readonly clockOffset: number | null
  /** Of the server's app. */
  readonly build: string | null
}

export class StatusBoard {
  readonly #onStatus: (status: ClientStatus) => void
  #status: ClientStatus = { link: 'off', via: null, trouble: null, clockOffset: null, build: null }

  constructor(onStatus: (status: ClientStatus) => void) {
    this.#onStatus = onStatus
  }

  get status(): ClientStatus {
    return this.#status
  }

  /** Tells of it when something is different. */
  show(next: Partial<ClientStatus>): void {
    const before = JSON.stringify(this.#status)
    this.#status = { ...this.#status, ...next }
    if (JSON.stringify(this.#status) !== before) this.#onStatus(this.#status)
  }
}

export type Nudge = 'start' | 'visible' | 'online' | 'offline' | 'tick' | 'background' | 'signed-in' | 'queue' | 'shapes'

export interface SyncClient {
  nudge(why: Nudge): void
  status(): ClientStatus
  /** Nothing more is sent or taken in. */
  stop(): void
}

export type AlarmName =
  | 'retry'
  | 'hello'
  | 'silence'
  | 'ping'
  | 'pause'
  | 'later'
  | 'answer'
  | 'round'
  | 'socket'
  | 'steady'
  | 'tick'
  | 'patience'

export const waits = {
  helloMs: 10_000,
  answerMs: 30_000,
  roundMs: 15_000,
  socketAgainMs: 5 * 60_000,
  /** A link that stood so long was a good one: the next failure begins with short pauses again. */
  steadyMs: 10_000,
  tickMs: 30_000,
  /**
   * After becoming visible or online, or when the network is said to be gone: a link that does not
   * answer by then is dead.
   */
  probeMs: 5_000,
  /** How soon a closed door is tried again by chance nudges. */
  patienceMs: 60_000,
  maxLaterMs: 10 * 60_000,
  leastPauseMs: 500,
} as const
export const socketFailuresBeforePost = 3
/** Of the tick, without an answer while mutations wait: 2 minutes. */
export const ticksUntilStuck = 4
export const maxRoundsInARow = 20
