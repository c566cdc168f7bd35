import * as z from 'zod/mini'
import { dayMs } from '../kernel/durations.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

export const closureTimes = {
  /** Between asking for the end of an account and the end (community.md 13.6). */
  coolingOffMs: 14 * dayMs,
  /** So long before the end it is said once more, by mail. */
  remindedMs: 2 * dayMs,
  /** So long a browser learns afterwards why it is signed out: as long as a session may last. */
  erasedSessionsMs: 365 * dayMs,
} as const

/** An account that its member has deactivated or is leaving for good; id = the member's. */
export const Closure = z.object({
  id: Id,
  closedAt: Time,
  /** `null`: deactivated only, or erased. */
  eraseAt: z.nullable(Time),
  remindedAt: z.nullable(Time),
  /** Nobody can sign in any more, and there is no way back. */
  erasedAt: z.nullable(Time),
  /** Nothing is left to erase. */
  isDone: z.boolean(),
})
export type Closure = z.infer<typeof Closure>

export const closures = defineTable({
  name: 'account_closures',
  row: Closure,
  indexes: [['eraseAt'], ['isDone', 'erasedAt']],
  visibility: serverOnly,
  journal: false,
})

/**
 * A browser that was signed in to an account that is gone; id = the hash of its secret, and nothing
 * says whose it was. A device with unsent work learns by it why nothing is sent.
 */
export const ErasedSession = z.object({ id: z.string(), at: Time })

export const erasedSessions = defineTable({
  name: 'erased_sessions',
  row: ErasedSession,
  indexes: [['at']],
  visibility: serverOnly,
  journal: false,
})
