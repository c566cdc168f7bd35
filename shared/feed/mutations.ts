import * as z from 'zod/mini'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'

/**
 * Brings the lists' scores of these posts up to the present. All of it is derived; nothing a member
 * may send.
 */
export const rescore = defineMutation({
  name: 'feed.rescore',
  from: 'server',
  args: z.strictObject({ postIds: z.array(Id).check(z.maxLength(500)) }),
  run: () => Promise.resolve(),
})

/** Sets the inflation-adjusted scores of one 28-day period (content.md 12.9, topAdjusted). */
export const adjustPeriod = defineMutation({
  name: 'feed.adjustPeriod',
  from: 'server',
  args: z.strictObject({ from: Time, until: Time }),
  run: () => Promise.resolve(),
})
