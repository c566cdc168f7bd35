/**
 * Pages: what a shape holds, or what has changed in it, as one viewer may see it (R12), read and
 * judged in one snapshot. Most followers of a public thread see the same: that page is built once,
 * as for a visitor, and its text shared by all of them. Who sees more (staff, and whoever has a
 * part in one of its rows) gets a page of their own, with their rights looked up in its snapshot.
 * What must never happen: a row that the viewer could not fetch, a position beyond what was read, a
 * row older than one sent before.
 */
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { syncLimits } from '#shared/sync/protocol.ts'
import type { ShapePlace, Stamp, StoreRead } from '#server/store/port.ts'
import type { SyncPorts } from './sync-ports.ts'

export interface Card {
  readonly id: string
  readonly version: number
  readonly text: string
}

export interface Part {
  readonly kind: 'part'
  /** `"puts":[…],"dels":[…]`, as it stands in the message. */
  readonly text: string
  readonly rows: number
  /** The viewer has seen everything up to here; with a filling: where the snapshot stood. */
  readonly to: number
  /** Of the snapshot. */
  readonly position: number
  readonly hasMore: boolean
  /** Where a filling goes on. */
  readonly place: ShapePlace | null
  readonly cards: readonly Card[]
  /** Whoever has a part in these rows. */
  readonly people: ReadonlySet<string>
}

export type Built =
  | Part
  | { readonly kind: 'drop'; readonly why: 'gone' | 'not-allowed' }
  | { readonly kind: 'reset'; readonly why: 'floor' | 'ahead'; readonly position: number }

/** Where a device stands in a shape. */
export type Start =
  | { readonly kind: 'since'; readonly seq: number }
  | {
      readonly kind: 'filling'
      readonly place: ShapePlace | null
      /** Position of the filling's first part: the others may not be older. */
      readonly atLeast: number
    }

export interface Reader {
  readonly userId: string
  /** May be shown what everyone sees; `false` for staff. */
  readonly isPlain: boolean
}

export interface Pages {
  build(reader: Reader, shape: string, start: Start): Promise<Built>
  /** Something was committed: what was built before is no longer the newest. */
  forget(): void
}

const maxShared = 64

export type PagePorts = Pick<SyncPorts, 'store' | 'viewerOf' | 'policies' | 'rules' | 'clock'> & {
  readonly timers: Pick<SyncPorts['timers'], 'turn'>
}

export function createPages(ports: PagePorts): Pages {
  const { store, rules } = ports
  const shared = new Map<string, Promise<Built | null>>()

  /** `null`: not everyone may follow it. */
  async function buildForAll(shape: string, start: Start): Promise<Built | null> {
    await ports.timers.turn()
    return store.read(async (read) => {
      if ((await rules.access(read, visitor, shape)) !== 'allowed') return null
      return partOf(ports, read, visitor, shape, start)
    })
  }

  function forAll(shape: string, start: Start): Promise<Built | null> {
    const key = `${shape} ${start.kind === 'since' ? start.seq : `${start.place?.kind ?? ''} ${start.place?.id ?? ''}`}`
    const known = shared.get(key)
    if (known !== undefined) return known
    const fresh = buildForAll(shape, start)
    shared.set(key, fresh)
    // A failure is not remembered.
    fresh.catch(() => shared.delete(key))
    for (const oldest of shared.keys()) if (shared.size > maxShared) shared.delete(oldest)
    return fresh
  }

  return {
    async build({ userId, isPlain }, shape, start) {
      const same = isPlain ? await forAll(shape, start) : null
      if (same !== null && !(same.kind === 'part' && (same.people.has(userId) || isOlder(same, start)))) return same
      await ports.timers.turn()
      return store.read(async (read) => {
        const viewer = await ports.viewerOf(read, userId, ports.clock())
        const access = await rules.access(read, viewer, shape)
        return access === 'allowed' ? partOf(ports, read, viewer, shape, start) : { kind: 'drop', why: access }
      })
    },
    forget: () => shared.clear(),
  }
}

function isOlder(part: Part, start: Start): boolean {
  return start.kind === 'filling' && part.position < start.atLeast
}

async function partOf(ports: PagePorts, read: StoreRead, viewer: Viewer, shape: string, start: Start): Promise<Built> {
  const position = await read.position()
  if (start.kind === 'filling') return fillingPart(ports, read, viewer, shape, start.place, position)
  if (start.seq > position) return { kind: 'reset', why: 'ahead', position }
  if (start.seq > 0 && start.seq < (await read.floor())) return { kind: 'reset', why: 'floor', position }
  return changesPart(ports, read, viewer, shape, start.seq, position)
}

async function fillingPart(
  ports: PagePorts,
  read: StoreRead,
  viewer: Viewer,
  shape: string,
  after: ShapePlace | null,
  position: number,
): Promise<Part> {
  const found = await read.rowsOfShape(shape, after, syncLimits.pageRows + 1, syncLimits.pageBytes)
  const here = new RowsAtHand(ports)
  for (const { kind, row, version } of found.slice(0, syncLimits.pageRows)) here.add(kind, row, version)
  const seen = await here.seenBy(read, viewer)
  const writing = new PartInWriting()
  let place = after
  for (const { kind, row, version } of found.slice(0, syncLimits.pageRows)) {
    if (writing.isFull) break
    const shown = seen(kind, row.id)
    if (shown !== undefined) writing.put(kind, version, shown)
    place = { kind, id: row.id }
    here.note(kind, row.id, shown)
  }
  const hasMore = place !== null && (found.at(-1)?.kind !== place.kind || found.at(-1)?.row.id !== place.id) && found.length > 0
  return { kind: 'part', ...writing.end(), to: position, position, hasMore, place, ...(await viewersOf(ports, read, viewer, here)) }
}

async function changesPart(
  ports: PagePorts,
  read: StoreRead,
  viewer: Viewer,
  shape: string,
  since: number,
  position: number,
): Promise<Part> {
  const found = await read.changesOf(shape, since, syncLimits.pageRows + 1)
  const here = new RowsAtHand(ports)
  const entries = await here.fetchEntries(read, shape, found.slice(0, syncLimits.pageRows))
  const hanging = await here.fetchHanging(read, shape)
  const seen = await here.seenBy(read, viewer)
  const writing = new PartInWriting()
  const done = new Set<string>()
  let to = since
  for (const entry of entries) {
    if (writing.isFull) break
    // The newest state of each row: a row may have several entries, and what hangs on it comes and
    // goes with it.
    for (const { kind, id } of [entry, ...(hanging.get(keyOf(entry.kind, entry.id)) ?? [])]) {
      const key = keyOf(kind, id)
      if (done.has(key) || !here.isForDevices(kind)) continue
      done.add(key)
      const shown = seen(kind, id)
      if (shown === undefined) writing.del(kind, id)
      else writing.put(kind, here.versionOf(kind, id), shown)
      here.note(kind, id, shown)
    }
    to = entry.seq
  }
  const hasMore = to < (found.at(-1)?.seq ?? since)
  return {
    kind: 'part',
    ...writing.end(),
    to: hasMore ? to : position,
    position,
    hasMore,
    place: null,
    ...(await viewersOf(ports, read, viewer, here)),
  }
}

/** Faces of those whose rows are in the page, as the viewer may see them. */
async function viewersOf(ports: PagePorts, read: StoreRead, viewer: Viewer, here: RowsAtHand): Promise<Pick<Part, 'cards' | 'people'>> {
  const people = here.people()
  const table = ports.rules.tables.find(({ name }) => name === ports.rules.memberKind)
  // Of those alone who stand in what is shown: whom a text is shared with is no matter of its
  // readers.
  const ids = [...here.shownPeople()]
  if (table === undefined || ids.length === 0) return { cards: [], people }
  const stamps = await read.stamps(table, ids)
  const rows = await permittedRead(read, viewer, ports.policies).getMany(table, ids)
  return { people, cards: rows.map((row) => ({ id: row.id, version: stamps.get(row.id)?.version ?? 0, text: JSON.stringify(row) })) }
}

interface RowKey {
  readonly kind: string
  readonly id: string
}

const keyOf = (kind: string, id: string): string => `${kind} ${id}`

/**
 * The rows that a page may be made of, without read policies, with their versions; and which of
 * them it was made of.
 */
class RowsAtHand {
  readonly #ports: PagePorts
  readonly #tables: ReadonlyMap<string, Table>
  readonly #rows = new Map<string, { readonly kind: string; readonly row: Row; readonly version: number }>()
  readonly #noted = new Set<string>()
  readonly #shownPeople = new Set<string>()

  constructor(ports: PagePorts) {
    this.#ports = ports
    this.#tables = new Map(ports.rules.tables.map((table) => [table.name, table]))
  }

  isForDevices(kind: string): boolean {
    return this.#tables.has(kind)
  }

  add(kind: string, row: Row, version: number): void {
    if (this.#tables.has(kind)) this.#rows.set(keyOf(kind, row.id), { kind, row, version })
  }

  /**
   * Of these, what lives in the shape now, as far as a page goes. @returns those that were looked
   * at
   */
  async fetchEntries<Key extends RowKey>(read: StoreRead, shape: string, entries: readonly Key[]): Promise<readonly Key[]> {
    const living = await this.#living(read, shape, entries)
    const counted = new Set<string>()
    let bytes = 0
    const first = entries.findIndex(({ kind, id }) => {
      if (bytes >= syncLimits.pageBytes) return true
      const key = keyOf(kind, id)
      if (!counted.has(key)) bytes += living.get(key)?.bytes ?? 0
      counted.add(key)
      return false
    })
    const taken = first === -1 ? entries : entries.slice(0, first)
    await this.#fetch(read, taken, living)
    return taken
  }

  async #living(read: StoreRead, shape: string, keys: readonly RowKey[]): Promise<ReadonlyMap<string, Stamp>> {
    const living = new Map<string, Stamp>()
    for (const [kind, ids] of Map.groupBy(keys, (key) => key.kind)) {
      const table = this.#tables.get(kind)
      if (table === undefined) continue
      for (const [id, stamp] of await read.stamps(table, [...new Set(ids.map(({ id }) => id))]))
        if (stamp.shape === shape) living.set(keyOf(kind, id), stamp)
    }
    return living
  }

  async #fetch(read: StoreRead, keys: readonly RowKey[], living: ReadonlyMap<string, Stamp>): Promise<void> {
    for (const [kind, ids] of Map.groupBy(keys, (key) => key.kind)) {
      const table = this.#tables.get(kind)
      if (table === undefined) continue
      const here = [...new Set(ids.map(({ id }) => id))].filter((id) => living.has(keyOf(kind, id)))
      for (const row of await read.getMany(table, here)) this.add(kind, row, living.get(keyOf(kind, row.id))?.version ?? 0)
    }
  }

  /** What hangs on the rows at hand, by the row it hangs on. */
  async fetchHanging(read: StoreRead, shape: string): Promise<ReadonlyMap<string, readonly RowKey[]>> {
    const hanging = new Map<string, readonly RowKey[]>()
    for (const [key, { kind, row }] of [...this.#rows]) {
      const query = this.#ports.rules.hangingOn(kind, row)
      if (query === null) continue
      const keys = (await read.list(query)).map(({ id }) => ({ kind: query.table.name, id }))
      await this.#fetch(read, keys, await this.#living(read, shape, keys))
      hanging.set(
        key,
        keys.filter(({ id }) => this.#rows.has(keyOf(query.table.name, id))),
      )
    }
    return hanging
  }

  versionOf(kind: string, id: string): number {
    return this.#rows.get(keyOf(kind, id))?.version ?? 0
  }

  /** All that pass their read policies, whatever page they end up in. */
  async seenBy(read: Read, viewer: Viewer): Promise<(kind: string, id: string) => Row | undefined> {
    const known = this.#rows
    const atHand: Read = {
      ...read,
      // Of the asked table, since the key names it.
      getMany: async <R extends Row>(table: Table<R>, ids: readonly string[]) =>
        ids.map((id) => known.get(keyOf(table.name, id))?.row).filter((row) => row !== undefined) as readonly Row[] as readonly R[],
    }
    const permitted = permittedRead(atHand, viewer, this.#ports.policies)
    const seen = new Map<string, Row>()
    for (const [kind, rows] of Map.groupBy(known.values(), (each) => each.kind)) {
      const table = this.#tables.get(kind)
      if (table === undefined) continue
      for (const row of await permitted.getMany(
        table,
        rows.map((each) => each.row.id),
      ))
        seen.set(keyOf(kind, row.id), row)
    }
    return (kind, id) => seen.get(keyOf(kind, id))
  }

  /** It is part of the page as it is shown, or hidden from it. */
  note(kind: string, id: string, shown: Row | undefined): void {
    this.#noted.add(keyOf(kind, id))
    if (shown !== undefined) for (const userId of this.#ports.rules.peopleOf(kind, shown)) this.#shownPeople.add(userId)
  }

  shownPeople(): ReadonlySet<string> {
    return this.#shownPeople
  }

  people(): ReadonlySet<string> {
    const noted = [...this.#noted].map((key) => this.#rows.get(key)).filter((each) => each !== undefined)
    return new Set(noted.flatMap(({ kind, row }) => this.#ports.rules.peopleOf(kind, row)))
  }
}

/** Counts the bytes as it goes, roughly: a character is one. */
class PartInWriting {
  readonly #puts: string[] = []
  readonly #dels: string[] = []
  #bytes = 0

  get isFull(): boolean {
    return this.#bytes >= syncLimits.pageBytes
  }

  put(kind: string, version: number, row: Row): void {
    this.#bytes += this.#push(this.#puts, { kind, version, row })
  }

  del(kind: string, id: string): void {
    this.#bytes += this.#push(this.#dels, { kind, id })
  }

  end(): Pick<Part, 'text' | 'rows'> {
    return { text: `"puts":[${this.#puts.join(',')}],"dels":[${this.#dels.join(',')}]`, rows: this.#puts.length + this.#dels.length }
  }

  #push(list: string[], value: unknown): number {
    const text = JSON.stringify(value)
    list.push(text)
    return text.length
  }
}
