import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Table } from '#shared/kernel/table.ts'
import type { Read, Transaction } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Migration } from '#server/store/port.ts'
import type { Triggers } from './triggers.ts'
import type { AnyOperation } from './operations.ts'

/** The key by which a mutation is done. */
export interface KeyUse {
  readonly keyId: string
  /** What the key must have been made for. */
  readonly scope: string
  /** The same again is the same mutation, done once, and must ask for the same (`fingerprint`). */
  readonly mutationId: string
  readonly fingerprint: string
}

/**
 * All that the writer knows of the product. A module exports it as `serverRegistry`; the writer's
 * thread loads that module by its URL.
 */
export interface ServerRegistry {
  readonly tables: readonly Table[]
  readonly mutations: readonly Mutation<unknown>[]
  readonly triggers: Triggers
  readonly migrations?: readonly Migration[]
  /** What the server itself writes beside mutations. */
  readonly operations?: readonly AnyOperation[]
  /** Who an account is, as the transaction sees it now: a banned or unknown one is a visitor. */
  viewerOf(read: Read, userId: string, now: number): Promise<Viewer>
  /**
   * Judges and notes the key that a mutation is done by, in its transaction: a key that has just
   * ended does nothing more. @returns whether this very mutation was done before: it is not done
   * again, whatever has become of it since. @throws AppError
   */
  readonly requireApiKey?: (
    tx: Transaction,
    mutation: { readonly name: string; readonly userId: string | null },
    use: KeyUse,
    now: number,
  ) => Promise<boolean>
}
