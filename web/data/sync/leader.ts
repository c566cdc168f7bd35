/**
 * One tab of a profile leads: it alone talks with the server. The lock says who; nobody can lead
 * without it, and it falls with its tab. A leader out of sight yields to a tab in sight; one that
 * is silent for three beats (frozen by the browser) has its lock taken away. A frozen leader that
 * thaws may believe for a moment that it still leads: the term inside every transaction refuses its
 * work.
 */
import type { Timers } from './alarms.ts'
import { Alarms } from './alarms.ts'

/** The part of `navigator.locks` that is used. */
export interface Locks {
  request(name: string, options: { readonly steal?: boolean; readonly signal?: AbortSignal }, work: () => Promise<void>): Promise<unknown>
}

export type LeaderMessage = { readonly kind: 'beat'; readonly isVisible: boolean } | { readonly kind: 'want' }

export interface LeaderPorts {
  readonly locks: Locks
  readonly lockName: string
  readonly timers: Timers
  isVisible(): boolean
  /** To the other tabs. */
  post(message: LeaderMessage): void
  /** This tab leads from now on. @returns how to end it. */
  onLeadership(): Promise<() => void>
  onTrouble(error: unknown): void
}

export interface Leadership {
  hear(message: LeaderMessage): void
  /** This tab came into sight, or left it. */
  sightChanged(): void
  /** Lets others lead, and stands in line again. */
  stepDown(): void
  stop(): void
}

const beatMs = 2_000
const silentBeatsUntilSteal = 3
/** So that the tab that asked is before us in the line. */
const yieldMs = 1_000
const troubleMs = 5_000

export function createLeadership(ports: LeaderPorts): Leadership {
  const alarms = new Alarms<'beat' | 'watch' | 'again'>(ports.timers)
  let isStopped = false
  let held: { release(): void } | null = null
  let waiting: AbortController | null = null
  let silentBeats = 0

  async function stand(isStealing: boolean): Promise<void> {
    if (isStopped || held !== null) return
    waiting?.abort()
    const mine = new AbortController()
    waiting = mine
    const released = Promise.withResolvers<void>()
    try {
      await ports.locks.request(ports.lockName, isStealing ? { steal: true } : { signal: mine.signal }, () => lead(mine, released))
    } catch (error) {
      // Given up, or taken away from us: no lock is held any more.
      released.resolve()
      if (!isAbort(error)) ports.onTrouble(error)
      if (!mine.signal.aborted) alarms.set('again', isAbort(error) ? yieldMs : troubleMs, () => void stand(false))
    }
  }

  async function lead(mine: AbortController, released: PromiseWithResolvers<void>): Promise<void> {
    if (isStopped || mine.signal.aborted) return
    waiting = null
    const turn = { release: () => released.resolve() }
    held = turn
    try {
      const end = await ports.onLeadership()
      beat()
      await released.promise
      end()
    } finally {
      if (held === turn) held = null
      alarms.cancel('beat')
    }
  }

  function beat(): void {
    if (held === null) return
    ports.post({ kind: 'beat', isVisible: ports.isVisible() })
    alarms.set('beat', beatMs, beat)
  }

  function watch(): void {
    alarms.set('watch', beatMs, watch)
    const canBeLeader = held === null && ports.isVisible()
    silentBeats = canBeLeader ? silentBeats + 1 : 0
    if (silentBeats < silentBeatsUntilSteal) return
    silentBeats = 0
    void stand(true)
  }

  function stepDown(afterMs: number): void {
    held?.release()
    held = null
    alarms.set('again', afterMs, () => void stand(false))
  }

  watch()
  void stand(false)
  return {
    hear(message) {
      if (message.kind === 'beat') {
        silentBeats = 0
        if (held === null && ports.isVisible() && !message.isVisible) ports.post({ kind: 'want' })
      } else if (!ports.isVisible()) {
        // In line or leading: whoever is in sight goes first.
        if (held === null) waiting?.abort()
        stepDown(held === null ? 3 * yieldMs : yieldMs)
      }
    },
    sightChanged() {
      silentBeats = 0
      beat()
    },
    stepDown: () => stepDown(yieldMs),
    stop() {
      isStopped = true
      alarms.clear()
      waiting?.abort()
      held?.release()
    },
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}
