import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'

/**
 * Somebody of the staff reads a conversation that is others', for a reason; id `CONVERSATION:USER`.
 * Over at its end, when a job takes it away: what stays of it is the entry in the audit log.
 */
export const StaffReading = z.object({
  id: z.string(),
  conversationId: Id,
  byId: Id,
  reason: z.string(),
  at: Time,
  endsAt: Time,
})
export type StaffReading = z.infer<typeof StaffReading>

export const staffReadings = defineTable({
  name: 'staff_readings',
  row: StaffReading,
  indexes: [['endsAt']],
  visibility: { scope: () => 'mod' },
})
