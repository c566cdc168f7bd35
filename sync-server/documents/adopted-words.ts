/**
 * Words of somebody that were lost here with a crash and that others, who had been shown them, have
 * brought (decision 0020), by client id. They are kept as they came, so that the owner's own copy
 * can be held against them: what is called saved may never be another text than its writer's.
 */
import type { ClientRange } from '#shared/documents/inspect.ts'
import type { StateVector } from '#shared/documents/inspect-vector.ts'

export interface ComparedBytes {
  /**
   * Whether an update says the same as these, of each client, wherever both bring something; what
   * either has deleted speaks against nothing.
   */
  agree(update: Uint8Array, others: ReadonlyMap<number, readonly Uint8Array[]>): boolean
}

/**
 * A crash takes what was typed in a moment. More than that, and of more people, is brought by its
 * writers alone: it has to be compared each time, and is held in memory. `clocksOfClient`: what is
 * deleted by now takes places, and no bytes.
 */
export const adoptedLimits = { clientsAtOnce: 20, bytesOfClient: 65_536, clocksOfClient: 65_536, bytesOfDocument: 262_144 } as const

interface Words {
  readonly from: number
  readonly to: number
  readonly updates: readonly Uint8Array[]
}

export class AdoptedWords {
  readonly #bytes: ComparedBytes
  readonly #words = new Map<number, Words>()
  #size = 0

  constructor(bytes: ComparedBytes) {
    this.#bytes = bytes
  }

  /** @param update of these words alone. */
  add({ client, from, to }: ClientRange, update: Uint8Array): void {
    const before = this.#words.get(client)
    const [start, end] = [Math.min(from, before?.from ?? from), Math.max(to, before?.to ?? to)]
    this.#words.set(client, { from: start, to: end, updates: [...(before?.updates ?? []), update] })
    this.#size += update.length
  }

  /**
   * Whether so much more may be brought by others than its writer. @param besides bytes of other
   * clients that come with it
   */
  mayAdd({ client, from, to }: ClientRange, bytes: number, besides = 0): boolean {
    const words = this.#words.get(client)
    const ofClient = (words?.updates ?? []).reduce((sum, { length }) => sum + length, bytes)
    const { bytesOfClient, clocksOfClient, bytesOfDocument } = adoptedLimits
    const isMoment = ofClient <= bytesOfClient && to - (words?.from ?? from) <= clocksOfClient
    return isMoment && this.#size + besides + bytes <= bytesOfDocument
  }

  /** A state vector that stands before the words of these clients. */
  without(vector: StateVector, isMeant: (client: number) => boolean): StateVector {
    if (this.#words.size === 0) return vector
    const before = new Map(vector)
    for (const [client, { from }] of this.#words) {
      if (!isMeant(client)) continue
      if (from > 0) before.set(client, from)
      else before.delete(client)
    }
    return before
  }

  /** Whether an update that brings these says nothing else than what was brought before. */
  agree(brought: readonly ClientRange[], update: Uint8Array): boolean {
    if (this.#words.size === 0) return true
    const both = new Map<number, readonly Uint8Array[]>()
    for (const { client, from, to } of brought) {
      const words = this.#words.get(client)
      if (words !== undefined && to > words.from && from < words.to) both.set(client, words.updates)
    }
    return both.size === 0 || this.#bytes.agree(update, both)
  }
}
