/** What has to hold on every device, against what the server has, or has ever had. */
import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Page } from '#shared/sync/protocol.ts'
import type { DeviceContents } from '#web/data/sync/testing/memory-device-store.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { deviceTables } from '#shared/device-registry.ts'
import { policies } from '#shared/policies.ts'
import { shapeAccess } from '#shared/shapes.ts'
import type { Cell, State } from './world/state.ts'
import { readOf } from './world/reading.ts'
import { isSameJson } from '#shared/kernel/same.ts'

const tablesByName = new Map<string, Table>(deviceTables.map((table) => [table.name, table]))

export async function viewerIn(state: State, userId: string, now: number): Promise<Viewer> {
  return serverRegistry.viewerOf(readOf(serverRegistry.tables, state), userId, now)
}

/** What this viewer may see of a row, in this state. */
async function seen(state: State, viewer: Viewer, kind: string, row: Row, judged: ReadPolicies = policies): Promise<Row | undefined> {
  const table = tablesByName.get(kind)
  return table === undefined ? undefined : judged.of(table)(row, viewer, readOf(serverRegistry.tables, state))
}

export async function mayFollow(state: State, viewer: Viewer, shape: string): Promise<boolean> {
  return (await shapeAccess(readOf(serverRegistry.tables, state), viewer, shape)) === 'allowed'
}

/**
 * At rest: a device holds of each of its shapes what its account may see, all of it and nothing
 * else (R7, R9, R11, R12).
 */
export async function* copiesThatDiffer(state: State, userId: string, contents: DeviceContents, now: number): AsyncGenerator<string> {
  const viewer = await viewerIn(state, userId, now)
  const held = new Set<string>()
  for (const { id: shape, cursor, isComplete } of contents.shapes) {
    if (!(await mayFollow(state, viewer, shape))) {
      yield `holds ${shape}, which it may not follow`
      continue
    }
    if (!isComplete) yield `${shape} is not complete (cursor ${cursor})`
    const wanted = await rowsOf(state, viewer, shape)
    const members = new Map(
      contents.memberships.filter((member) => member.shape === shape).map((member) => [`${member.kind} ${member.id}`, member]),
    )
    for (const [key, { kind, row, version }] of wanted) {
      held.add(key)
      const here = contents.rows(kind).find((each) => each.id === row.id)
      if (!isSameJson(here, row)) yield `${key} of ${shape} is ${brief(here)}, should be ${brief(row)}`
      const member = members.get(key)
      if (member?.version !== version) yield `${key} of ${shape} has version ${member?.version}, should have ${version}`
    }
    for (const key of members.keys()) if (!wanted.has(key)) yield `${key} of ${shape} should not be there`
  }
  // Faces are kept beside the shapes.
  for (const table of deviceTables) {
    if (table.name === 'members') continue
    for (const row of contents.rows(table.name))
      if (!held.has(`${table.name} ${row.id}`)) yield `${table.name} ${row.id} is held by no shape`
  }
  for (const row of contents.rows('members')) {
    const cell = state.tables.get('members')?.get(row.id)
    const face = cell === undefined ? undefined : await seen(state, viewer, 'members', cell.row)
    if (face === undefined) yield `holds the face ${row.id}, which it may not see`
  }
}

/**
 * What is wrong with a page that was sent to this member while this was the present state; `null`
 * when nothing is.
 */
export async function wrongInPage(state: State, userId: string, page: Page, now: number): Promise<string | null> {
  const viewer = await viewerIn(state, userId, now)
  if (!(await mayFollow(state, viewer, page.shape))) return `${page.shape} is sent to ${userId}, who may not follow it`
  for (const { kind, row } of page.puts) {
    const cell = state.tables.get(kind)?.get(row.id)
    const shown = cell === undefined || cell.isDeleted ? undefined : await seen(state, viewer, kind, cell.row)
    // Less than they may see, while their new rights are on their way, is no leak; at rest it would
    // be a fault.
    if (!isSameJson(shown, row) && (shown === undefined || isAboutTheSame(shown, row) === false))
      return `${kind} ${row.id} is sent to ${userId} as ${brief(row)}, who may see ${brief(shown)}`
  }
  return null
}

/** The same row, with less of it shown. */
function isAboutTheSame(shown: Row, row: Row): boolean {
  return stripped(shown) === stripped(row) && 'body' in row && isSameJson(row.body, withheld)
}

/** As read policies show the text of what was removed. */
const withheld = { type: 'doc', content: [] }

async function rowsOf(state: State, viewer: Viewer, shape: string) {
  const rows = new Map<string, { readonly kind: string; readonly row: Row; readonly version: number }>()
  for (const table of deviceTables) {
    for (const cell of state.tables.get(table.name)?.values() ?? []) {
      if (cell.isDeleted || cell.shape !== shape) continue
      const row = await seen(state, viewer, table.name, cell.row)
      if (row !== undefined) rows.set(`${table.name} ${row.id}`, { kind: table.name, row, version: cell.version })
    }
  }
  return rows
}

function brief(row: Row | undefined): string {
  return row === undefined ? 'absent' : JSON.stringify(row).slice(0, 900)
}

/**
 * Every body that a row ever had on the server: what is among a device's confirmed rows must be one
 * of them (R6).
 */
export class EveryBody {
  readonly #bodies = new Map<string, Set<string>>()
  readonly #known = new WeakSet<Row>()
  #last: State | undefined

  /** Remembers what is new in this state. */
  take(state: State): void {
    const before = this.#last
    this.#last = state
    for (const table of deviceTables) {
      const cells = state.tables.get(table.name)
      const earlier = before?.tables.get(table.name)
      if (cells === undefined || cells === earlier) continue
      for (const [id, cell] of cells) if (earlier?.get(id) !== cell && !cell.isDeleted) this.#add(table.name, cell)
    }
  }

  #add(kind: string, { row, body }: Cell): void {
    const bodies = this.#bodies.get(`${kind} ${row.id}`) ?? new Set()
    this.#bodies.set(`${kind} ${row.id}`, bodies)
    bodies.add(body)
    bodies.add(stripped(row))
  }

  /** Rows here that no server ever had so. */
  *inventions(contents: DeviceContents): Generator<string> {
    for (const table of deviceTables) {
      for (const row of contents.rows(table.name)) {
        // The same object was looked at before.
        if (this.#known.has(row)) continue
        const bodies = this.#bodies.get(`${table.name} ${row.id}`)
        if (bodies?.has(JSON.stringify(row)) !== true && bodies?.has(stripped(row)) !== true) {
          yield `${table.name} ${row.id} is among the confirmed rows, and never was so on the server: ${brief(row)}`
        } else this.#known.add(row)
      }
    }
  }
}

/** Without what a read policy may take away. */
function stripped(row: Row): string {
  const {
    body: _body,
    bannedUntil: _ban,
    postingDisabled: _p,
    commentingDisabled: _c,
    votingDisabled: _v,
    approvedBy: _a,
    ...rest
  } = row as Row & Readonly<Record<string, unknown>>
  return JSON.stringify(rest)
}
