import type { Read } from '#shared/kernel/transaction.ts'
import type { Rooms } from '#server/documents/rooms.ts'
import type { Apply } from './ports.ts'
import type { RecentDeeds } from './recent-deeds.ts'

/** What the features' form handlers work with. */
export interface FormTools {
  /** Ungated: only for what a form's answer needs after its deed was allowed. */
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
  readonly recent: RecentDeeds
  /** For texts that are documents too. */
  readonly rooms: Rooms
}
