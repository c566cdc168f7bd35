import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import type { Awareness } from 'y-protocols/awareness'
import { encodeAwarenessUpdate } from 'y-protocols/awareness'
import { documentLimits, frames } from '#shared/documents/protocol.ts'
import { Alarms } from '../sync/alarms.ts'
import type { Timers } from '../sync/alarms.ts'

/**
 * Who is here, at the pace the server allows: the newest state now and then, one's own alone. The
 * stock provider sends every move of the caret, and sends others' back to where they came from.
 */
export class Presence {
  readonly #awareness: Awareness
  readonly #alarms: Alarms<'next'>
  #isStale = false

  constructor(awareness: Awareness, timers: Timers) {
    this.#awareness = awareness
    this.#alarms = new Alarms(timers)
  }

  /** @param frame as the provider wants it sent. */
  send(frame: Uint8Array, send: (frame: Uint8Array) => void): void {
    const { clientID } = this.#awareness
    if (!clientsIn(frame).includes(clientID)) return
    // A farewell waits for nothing.
    if (this.#awareness.getLocalState() === null || !this.#alarms.has('next')) this.#sendNow(send)
    else this.#isStale = true
  }

  stop(): void {
    this.#alarms.clear()
  }

  #sendNow(send: (frame: Uint8Array) => void): void {
    this.#isStale = false
    const encoder = createEncoder()
    writeVarUint(encoder, frames.awareness)
    writeVarUint8Array(encoder, encodeAwarenessUpdate(this.#awareness, [this.#awareness.clientID]))
    send(toUint8Array(encoder))
    this.#alarms.set('next', 1_250 / documentLimits.awarenessPerSecond, () => {
      if (this.#isStale) this.#sendNow(send)
    })
  }
}

function clientsIn(frame: Uint8Array): readonly number[] {
  const decoder = createDecoder(frame)
  readVarUint(decoder)
  const update = createDecoder(readVarUint8Array(decoder))
  const clients: number[] = []
  for (let left = readVarUint(update); left > 0; left -= 1) {
    clients.push(readVarUint(update))
    readVarUint(update)
    readVarUint8Array(update) // the state, as a text of so many bytes
  }
  return clients
}
