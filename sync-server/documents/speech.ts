/**
 * Who is there and where their caret stands, on its way to the others: those who come at the same
 * time are told of at the same time.
 */
import type { AwarenessEntry } from './frames.ts'
import type { DocumentTimers } from './ports.ts'
import type { RoomPeer } from './room-peer.ts'
import { awarenessFrameOf, encodedEntry } from './frames.ts'

const everyMs = 200
const firstMs = 30

interface SpeechTools {
  readonly clock: () => number
  /** Who is in the room by way of another node. */
  readonly notifyOthers: (entries: readonly AwarenessEntry[]) => void
  readonly timers: DocumentTimers
}

export class Speech {
  readonly #tools: SpeechTools
  readonly #peers: ReadonlySet<RoomPeer>
  readonly #spoken = new Map<number, { readonly entry: AwarenessEntry; readonly from: RoomPeer | null }>()
  #spokenAt = -Infinity
  #isPlanned = false

  constructor(tools: SpeechTools, peers: ReadonlySet<RoomPeer>) {
    this.#tools = tools
    this.#peers = peers
  }

  /** Others hear of it soon, and five times a second at the most. */
  speak(entry: AwarenessEntry, from: RoomPeer | null): void {
    this.#spoken.set(entry.client, { entry, from })
    if (this.#isPlanned) return
    this.#isPlanned = true
    const { clock, timers } = this.#tools
    timers.after(Math.max(firstMs, this.#spokenAt + everyMs - clock()), () => this.#sayAll())
  }

  #sayAll(): void {
    this.#isPlanned = false
    this.#spokenAt = this.#tools.clock()
    const spoken = [...this.#spoken.values()].map(({ entry, from }) => ({ from, bytes: encodedEntry(entry) }))
    const own = [...this.#spoken.values()].flatMap(({ entry, from }) => (from === null ? [] : [entry]))
    if (own.length > 0) this.#tools.notifyOthers(own)
    this.#spoken.clear()
    const speakers = new Set(spoken.map(({ from }) => from))
    // Who has said nothing hears the same as all others who have not.
    const toAll = awarenessFrameOf(spoken.map(({ bytes }) => bytes))
    for (const peer of this.#peers) {
      const others = speakers.has(peer) ? spoken.filter(({ from }) => from !== peer) : null
      if (others === null) peer.hearAwareness(toAll)
      else if (others.length > 0) peer.hearAwareness(awarenessFrameOf(others.map(({ bytes }) => bytes)))
    }
  }
}
