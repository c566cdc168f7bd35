/**
 * What the browser's own store keeps beside the port's: drafts and finished pages. The simulation
 * does without.
 */
import type { Query } from '#shared/kernel/query.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { CachedAnswer, SavedDraft, CachedScreen } from './device-api.ts'
import type { Collection, DeviceRead, DeviceStore, DeviceTx, Readable } from './port.ts'

export interface LocalStore extends DeviceStore {
  read<T>(work: (tx: LocalRead) => Promise<T>): Promise<T>
  write<T>(work: (tx: LocalTx) => Promise<T>): Promise<T>
  /** Closes and deletes it, for everybody. */
  destroy(): Promise<void>
}

/** A list is read by its ids: rows that are in memory already are not read again. */
export interface IndexedRead extends Read {
  ids<R extends Row>(query: Query<R>): Promise<readonly string[]>
}

interface LocalParts {
  readonly drafts: Readable<SavedDraft, string>
  readonly answers: Readable<CachedAnswer, string>
  readonly screens: Readable<CachedScreen, string>
  readonly pages: Readable<CachedPage, PageKey>
}

export interface LocalRead extends DeviceRead, LocalParts {
  readonly rows: IndexedRead
}

export interface LocalTx extends DeviceTx {
  readonly rows: IndexedRead
  readonly drafts: Collection<SavedDraft, string>
  readonly answers: Collection<CachedAnswer, string>
  readonly screens: Collection<CachedScreen, string>
  readonly pages: Collection<CachedPage, PageKey>
}

export type PageKey = readonly [kind: CachedPage['kind'], address: string]

/** What is known of an answer or a screen without reading it. */
export interface CachedPage {
  readonly kind: 'answer' | 'screen'
  readonly address: string
  readonly title: string | null
  readonly lastUsed: number
  readonly bytes: number
  /** Fetched ahead and never opened; absent on a page that was visited. */
  readonly keep?: 'prefetched'
}
