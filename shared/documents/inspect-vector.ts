import { documentLimits } from './protocol.ts'
import { orRefused, readClient, type Refused } from './inspect.ts'
import { BoundedReader, Fault, malformed } from './inspect-reader.ts'

/**
 * Client → the first clock that is not held. A client without an entry stands at 0; no entry is 0.
 */
export type StateVector = ReadonlyMap<number, number>

export interface InspectedVector {
  readonly ok: true
  readonly vector: StateVector
}

/** Reads an encoded state vector (V1) that came from outside. */
export function inspectStateVector(bytes: Uint8Array): InspectedVector | Refused {
  return orRefused(() => {
    const reader = new BoundedReader(bytes)
    const count = reader.varUint()
    if (count > documentLimits.stateVectorEntries) throw new Fault('too-large', `${count} clients`)
    if (count * 2 > reader.left) throw malformed('a count of more than there is')
    const vector = new Map<number, number>()
    for (let done = 0; done < count; done++) {
      const client = readClient(reader)
      const clock = reader.varUint()
      if (vector.has(client)) throw malformed('a client twice')
      if (clock > 0) vector.set(client, clock)
    }
    if (reader.left > 0) throw malformed('something behind its end')
    return { ok: true, vector }
  })
}

/** As Yjs writes it. */
export function encodeStateVector(vector: StateVector): Uint8Array {
  const bytes: number[] = []
  const write = (value: number): void => {
    let rest = value
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
    bytes.push(rest)
  }
  write(vector.size)
  for (const [client, clock] of [...vector].sort(([a], [b]) => b - a)) {
    write(client)
    write(clock)
  }
  return Uint8Array.from(bytes)
}

/**
 * Whether what is held at `vector` reaches every clock of `needs`: an update's `needs`, or another
 * state vector.
 */
export function covers(vector: StateVector, needs: StateVector): boolean {
  for (const [client, clock] of needs) if ((vector.get(client) ?? 0) < clock) return false
  return true
}

export function sameVector(a: StateVector, b: StateVector): boolean {
  return covers(a, b) && covers(b, a)
}
