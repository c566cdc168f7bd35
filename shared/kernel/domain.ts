import type { Mutation } from './mutation.ts'
import type { ReadPolicy } from './read-policy.ts'
import type { Row, Table } from './table.ts'

/**
 * A domain's manifest, `shared/<domain>/domain.ts`: all that both sides have to know of it. Where a
 * domain has tables and mutations that devices need not load, they stand in a second one,
 * `server-domain.ts`. `shared/device-manifests.ts` and `server-manifests.ts` list them.
 */
export interface Domain {
  readonly tables: readonly Table[]
  readonly mutations: readonly Mutation<unknown>[]
  /** Of every table whose visibility is `custom`. */
  readonly policies: readonly TablePolicy[]
  /** Of rows that show members: whose names and pictures go with them. */
  readonly faces: readonly TableFaces[]
  /** What the outbox calls mutations. */
  readonly outboxWords: readonly OutboxWords[]
}

export interface TablePolicy {
  readonly table: string
  readonly policy: ReadPolicy<never>
}

export interface TableFaces {
  readonly table: string
  idsOf(row: Row): readonly string[]
}

/** What a queued or failed mutation is, in words: "Prediction: 70%". */
export interface QueuedWords {
  readonly what: string
  /** What it is about. */
  readonly about: { readonly kind: 'post' | 'comment'; readonly id: string } | { readonly kind: 'page'; readonly href: string } | null
}

export interface OutboxWords {
  readonly mutation: Mutation<unknown>
  wordsOf(args: unknown): QueuedWords
}

interface DomainDeclaration {
  readonly tables?: readonly AnyTable[]
  readonly mutations?: readonly AnyMutation[]
  readonly policies?: readonly TablePolicy[]
  readonly faces?: readonly TableFaces[]
  readonly outboxWords?: readonly OutboxWords[]
}

/** A table, or a mutation, whatever its rows or arguments are. */
type AnyTable = { readonly name: string; readonly row: unknown; readonly indexes: unknown }
type AnyMutation = { readonly name: string; readonly args: unknown; readonly from: 'member' | 'server' }

export function defineDomain({ tables = [], mutations = [], ...more }: DomainDeclaration): Domain {
  return {
    ...{ policies: [], faces: [], outboxWords: [] },
    ...more,
    // Tables and mutations of different rows and arguments stand in one list; each is only ever
    // used with what its own schema parsed.
    tables: tables as readonly Table[],
    mutations: mutations as readonly Mutation<unknown>[],
  }
}

/**
 * Every mutation of a module: `mutationsIn(await import('./mutations.ts'))`, or of `import * as`.
 */
export function mutationsIn(module: Readonly<Record<string, unknown>>): readonly AnyMutation[] {
  return Object.values(module).filter(
    (value): value is AnyMutation => typeof value === 'object' && value !== null && 'run' in value && 'args' in value,
  )
}

/** Who may read a row of a table whose visibility is `custom`, and what of it. */
export function readPolicy<R extends Row>(table: Table<R>, policy: ReadPolicy<R>): TablePolicy {
  // Kept under its own table's name, and only ever handed rows of that table
  // (`shared/policies-of.ts`).
  return { table: table.name, policy: policy as unknown as ReadPolicy<never> }
}

/** The members who have a part in a row. */
export function facesOf<R extends Row>(table: Table<R>, idsOf: (row: R) => readonly string[]): TableFaces {
  // As above.
  return { table: table.name, idsOf: idsOf as (row: Row) => readonly string[] }
}

export function inOutbox<Args>(mutation: Mutation<Args>, wordsOf: (args: Args) => QueuedWords): OutboxWords {
  // Only ever called with what this mutation's schema has parsed.
  return { mutation: mutation as Mutation<unknown>, wordsOf: wordsOf as (args: unknown) => QueuedWords }
}
