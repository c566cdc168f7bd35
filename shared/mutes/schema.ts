import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { own } from '../kernel/visibility.ts'

/**
 * A member whom another does not want to read; id `USER:MUTED`. It stands while the mute lasts.
 * Nobody but its owner ever learns of it, the muted member and the staff included. Written by its
 * owner.
 */
export const Mute = z.object({
  id: z.string(),
  userId: Id,
  mutedId: Id,
  changedAt: Time,
})
export type Mute = z.infer<typeof Mute>

export const mutes = defineTable({
  name: 'mutes',
  row: Mute,
  indexes: [['userId', 'changedAt']],
  visibility: own('userId'),
})

export const muteId = (userId: string, mutedId: string): string => `${userId}:${mutedId}`

export const muteLimits = { perMember: 500 } as const
