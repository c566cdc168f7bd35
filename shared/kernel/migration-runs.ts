import * as z from 'zod/mini'

/** One try of a data migration, as the store notes it. */
export const MigrationRun = z.object({
  /** ms since 1970, when it began. */
  at: z.number(),
  tookMs: z.number(),
  /** What it said when it failed; nothing of it is stored then. `null`: it was done. */
  failure: z.nullable(z.string()),
})
export type MigrationRun = z.infer<typeof MigrationRun>

/** A data migration that the program knows, for administrators. */
export interface MigrationState {
  readonly name: string
  /** Oldest first. */
  readonly runs: readonly MigrationRun[]
}
