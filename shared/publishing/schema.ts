import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'

/**
 * A post that is to be published by itself; id = the post's. Gone once it is published, or called
 * off.
 */
export const Schedule = z.object({
  id: Id,
  /** The server's clock; `null` once it could not be done, see `problem`. */
  dueAt: z.nullable(Time),
  /** As its author chose it. */
  at: Time,
  /** Who chose it: it is published for them, and their rights are checked again when it is due. */
  byId: Id,
  /** IANA name of the zone in which the time was chosen. */
  timeZone: z.string().check(z.maxLength(60)),
  /** Under which id it is published: once, however often it is tried. */
  publicationId: Id,
  /** Why it was not published. */
  problem: z.nullable(z.object({ code: z.string(), reason: z.nullable(z.string()), field: z.optional(z.nullable(z.string())), at: Time })),
})
export type Schedule = z.infer<typeof Schedule>

export const schedules = defineTable({
  name: 'schedules',
  row: Schedule,
  indexes: [['dueAt']],
  visibility: { scope: ({ id }) => `draft:${id}`, shape: ({ id }) => `draft:${id}` },
})
