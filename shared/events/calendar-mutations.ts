/** The address of a member's own calendar, whose secret the server alone has seen. */
import * as z from 'zod/mini'
import { Hash } from '../accounts/fields.ts'
import { authorize } from '../kernel/errors.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { calendarLinks } from './calendar-schema.ts'
import { canHaveCalendar } from './rules.ts'

/** The address that there was answers nobody any more. */
export const renewCalendar = defineMutation({
  name: 'calendars.renew',
  from: 'server',
  args: z.strictObject({ tokenHash: Hash }),
  async run({ tx, viewer, now }, { tokenHash }) {
    authorize(canHaveCalendar(viewer))
    const id = signedIn(viewer).userId
    if ((await tx.get(calendarLinks, id))?.tokenHash === tokenHash) return
    await tx.put(calendarLinks, { id, tokenHash, createdAt: now })
  },
})

export const endCalendar = defineMutation({
  name: 'calendars.end',
  args: z.strictObject({}),
  async run({ tx, viewer }) {
    await tx.delete(calendarLinks, signedIn(viewer).userId)
  },
})
