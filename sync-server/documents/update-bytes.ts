/** What Yjs does on encoded updates, without a Y.Doc (Y2). Loaded by the first document. */
import { writeVarUint } from 'lib0/encoding'
import { ContentAny, ContentDeleted, ContentString, decodeUpdate, diffUpdate, Item, mergeUpdates, Skip, UpdateEncoderV1 } from 'yjs'
import type { StateVector } from '#shared/documents/inspect-vector.ts'
import type { UpdateBytes } from './document-state.ts'
import type { ClientRange } from '#shared/documents/inspect.ts'
import { inspectUpdate } from '#shared/documents/inspect.ts'
import { encodeStateVector } from '#shared/documents/inspect-vector.ts'
import { documentLimits } from '#shared/documents/protocol.ts'
import { toBase64 } from './encoded.ts'

export const updateBytes: UpdateBytes = {
  merge: (updates) => mergeUpdates([...updates]),
  diff: (update, vector) => diffUpdate(update, encodeStateVector(vector)),
  start,
  deletedIn,
  agree,
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

function deletedIn(update: Uint8Array): readonly ClientRange[] {
  return decodeUpdate(update)
    .structs.filter((struct) => !(struct instanceof Skip) && (!(struct instanceof Item) || struct.content instanceof ContentDeleted))
    .map(({ id: { client, clock }, length }) => ({ client, from: clock, to: clock + length }))
}

function agree(update: Uint8Array, others: ReadonlyMap<number, readonly Uint8Array[]>): boolean {
  const said = new Map([...others].map(([client, updates]) => [client, saidBy(client, updates)]))
  for (const struct of decodeUpdate(update).structs) {
    const words = said.get(struct.id.client)
    if (words === undefined) continue
    for (const [clock, sign] of signsOf(struct, words.from, words.to)) if ((words.signs.get(clock) ?? sign) !== sign) return false
  }
  return true
}

/** What these say of one client; of their ends, so that of a long update no more is looked at. */
function saidBy(client: number, updates: readonly Uint8Array[]) {
  const signs = new Map<number, string>()
  let [from, to] = [Infinity, 0]
  for (const struct of updates.flatMap((update) => decodeUpdate(update).structs)) {
    if (struct.id.client !== client) continue
    for (const [clock, sign] of signsOf(struct, 0, Infinity)) {
      signs.set(clock, sign)
      from = Math.min(from, clock)
      to = Math.max(to, clock + 1)
    }
  }
  return { signs, from, to }
}

/** Where Yjs cuts through a character of two places it writes this for either half. */
const cutCharacter = '\uFFFD'

/**
 * What stands at each clock, and what it was put between. Nothing of what is deleted by now, or no
 * longer to be told: what was deleted is as long as it says, which no bytes have to bear out.
 */
function* signsOf(struct: Struct, from: number, to: number): Iterable<readonly [number, string]> {
  if (!(struct instanceof Item) || struct.content instanceof ContentDeleted) return
  const { client, clock } = struct.id
  const end = Math.min(struct.length, to - clock)
  for (let at = Math.max(0, from - clock); at < end; at += 1) {
    const sign = signAt(struct, at)
    if (sign !== null) yield [clock + at, sign]
  }

  function signAt({ origin, rightOrigin, content, parent, parentSub }: Item, at: number): string | null {
    const said = saidAt(content, at)
    if (said === null) return null
    // Within one piece each stands behind the last, and says no more of it.
    const isBehind = at > 0 || (origin?.client === client && origin.clock === clock - 1)
    const left = isBehind ? '' : `${origin?.client}.${origin?.clock}`
    // Only there it says in what it stands; everywhere else its neighbours do.
    const above = !isBehind && origin === null && rightOrigin === null ? JSON.stringify([parent, parentSub]) : ''
    return `${left} ${rightOrigin?.client}.${rightOrigin?.clock} ${above} ${said}`
  }
}

function saidAt(content: Item['content'], at: number): string | null {
  if (content instanceof ContentString) return content.str.charAt(at) === cutCharacter ? null : content.str.charAt(at)
  if (content instanceof ContentAny) return JSON.stringify([content.arr[at]])
  const encoder = new UpdateEncoderV1()
  content.write(encoder, 0)
  return toBase64(encoder.toUint8Array())
}
