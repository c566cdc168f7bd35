import type { Read } from '#shared/kernel/transaction.ts'
import type { Rooms } from '#server/documents/rooms.ts'
import type { Apply, FormHandler } from './ports.ts'
import type { RecentMutations } from './recent-mutations.ts'

/** What the features' form handlers work with. */
export interface FormTools {
  /** Without read policies: only for what a form's answer needs after its mutation was allowed. */
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
  readonly recent: RecentMutations
  /** For texts that are documents too. */
  readonly rooms: Rooms
}

/** Forms by their names, made with the tools. */
export type Forms = (tools: FormTools) => readonly (readonly [string, FormHandler])[]
