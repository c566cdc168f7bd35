/** What Yjs does on encoded updates, without a Y.Doc (Y2). Loaded by the first document. */
import { writeVarUint } from 'lib0/encoding'
import { decodeUpdate, diffUpdate, mergeUpdates, Skip, UpdateEncoderV1 } from 'yjs'
import type { StateVector } from '#shared/documents/inspect-vector.ts'
import type { UpdateBytes } from './document-state.ts'
import { inspectUpdate } from '#shared/documents/inspect.ts'
import { encodeStateVector } from '#shared/documents/inspect-vector.ts'
import { documentLimits } from '#shared/documents/protocol.ts'

export const updateBytes: UpdateBytes = {
  merge: (updates) => mergeUpdates([...updates]),
  diff: (update, vector) => diffUpdate(update, encodeStateVector(vector)),
  start,
  inspect(update, kind, most) {
    const isFrame = most <= documentLimits.frameBytes
    const structs = isFrame ? documentLimits.structs : 8 * documentLimits.structs
    const inspected = inspectUpdate(update, { kind, bytes: most, structs })
    return inspected.ok ? inspected : { refused: inspected.code }
  },
}

type Struct = ReturnType<typeof decodeUpdate>['structs'][number]
interface Place {
  readonly client: number
  readonly clock: number
}

function start(update: Uint8Array, vector: StateVector): Uint8Array | null {
  const reach = new Map(vector)
  const waiting = Map.groupBy(decodeUpdate(update).structs, ({ id }) => id.client)
  const taken = new Map<number, Struct[]>()
  const isHeld = ({ client, clock }: Place): boolean => clock < (reach.get(client) ?? 0)
  // Each round takes at least one more struct of some client, or is the last.
  for (let isMoving = true; isMoving;) {
    isMoving = false
    for (const [client, structs] of waiting) {
      const from = taken.get(client)?.length ?? 0
      let end = from
      for (
        let next = structs[end];
        next !== undefined && isNext(next, reach.get(client) ?? 0) && buildsOn(next).every(isHeld);
        next = structs[end]
      ) {
        reach.set(client, Math.max(reach.get(client) ?? 0, next.id.clock + next.length))
        end += 1
      }
      if (end === from) continue
      isMoving = true
      taken.set(client, structs.slice(0, end))
    }
  }
  return taken.size === 0 ? null : written(taken)
}

/** Without a hole before it. What builds on its own client's structs stands after them. */
function isNext(struct: Struct, held: number): boolean {
  return !(struct instanceof Skip) && struct.id.clock <= held
}

function buildsOn(struct: Struct): readonly Place[] {
  if (!('origin' in struct)) return []
  const { origin, rightOrigin, parent, id } = struct
  // Before anything is integrated a parent is an id, the name of a root, or given by a neighbour.
  const above = typeof parent === 'object' && parent !== null && 'clock' in parent ? (parent as unknown as Place) : null
  return [origin, rightOrigin, above].filter((place) => place !== null && place.client !== id.client) as readonly Place[]
}

/** As Yjs lays out an update, with nothing deleted. */
function written(structs: ReadonlyMap<number, readonly Struct[]>): Uint8Array {
  const encoder = new UpdateEncoderV1()
  writeVarUint(encoder.restEncoder, structs.size)
  for (const [client, list] of [...structs].toSorted(([a], [b]) => b - a)) {
    writeVarUint(encoder.restEncoder, list.length)
    encoder.writeClient(client)
    writeVarUint(encoder.restEncoder, list[0]?.id.clock ?? 0)
    for (const struct of list) struct.write(encoder, 0)
  }
  writeVarUint(encoder.restEncoder, 0)
  return encoder.toUint8Array()
}
