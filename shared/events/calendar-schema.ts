import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

/**
 * The secret address of a member's own calendar, one at most: its id is the member's, the secret is
 * kept as SHA-256 only.
 */
export const CalendarLink = z.object({ id: Id, tokenHash: z.string(), createdAt: Time })
export type CalendarLink = z.infer<typeof CalendarLink>

export const calendarLinks = defineTable({
  name: 'calendar_links',
  row: CalendarLink,
  indexes: [['tokenHash']],
  unique: [['tokenHash']],
  visibility: serverOnly,
  journal: false,
})
