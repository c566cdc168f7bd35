import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Table } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Migration } from '#server/store/port.ts'
import type { Derivations } from './derive.ts'
import type { AnyWork } from './works.ts'

/** All that the writer knows of the product. A module exports it as `wiring`; the writer's thread loads that module by its URL. */
export interface Wiring {
  readonly tables: readonly Table[]
  readonly mutations: readonly Mutation<unknown>[]
  readonly derivations: Derivations
  readonly migrations?: readonly Migration[]
  /** What the server itself writes beside deeds. */
  readonly works?: readonly AnyWork[]
  /** Who an account is, as the transaction sees it now: a banned or unknown one is a visitor. */
  viewerOf(read: Read, userId: string, now: number): Promise<Viewer>
}
