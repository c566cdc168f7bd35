/** The address of a member's own calendar: a new one, which is shown once, and its end. */
import * as z from 'zod/mini'
import type { Apply } from '#server/http/ports.ts'
import { newCalendarKey } from '#server/feeds/calendar-key.ts'
import { applied, defineForm, senderOf } from '#server/http/define-form.ts'
import { endCalendar, renewCalendar } from '#shared/events/calendar-mutations.ts'
import { links } from '#shared/links.ts'

interface CalendarTools {
  readonly apply: Apply
  readonly site: () => { readonly origin: string }
}

const calendarTab = links.account('calendar')

export function calendarForms({ apply, site }: CalendarTools) {
  const renew = defineForm(renewCalendar.name, {
    fields: z.strictObject({}),
    async run(form) {
      const userId = senderOf(form)
      const { key, hash } = newCalendarKey()
      await applied(apply, { name: renewCalendar.name, args: { tokenHash: hash }, userId, source: 'server' })
      // Shown in this answer, which is kept nowhere, and never again.
      const address = `webcal://${new URL(site().origin).host}${links.ownCalendar(key)}`
      return { kind: 'shown', url: calendarTab, values: { madeCalendar: address } }
    },
  })

  const end = defineForm(endCalendar.name, {
    fields: z.strictObject({}),
    async run(form) {
      await applied(apply, { name: endCalendar.name, args: {}, userId: senderOf(form), source: 'member' })
      return { kind: 'done', location: calendarTab }
    },
  })

  return [renew, end]
}
