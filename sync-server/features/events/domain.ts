import { formFor } from '#server/http/form-for.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import { newId } from '#server/http/new-id.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { docOf } from '#server/http/typed-text.ts'
import { makeEvent, putEvent } from '#shared/events/mutations.ts'
import { events } from '#shared/events/schema.ts'
import { setRsvp } from '#shared/events/rsvp-mutations.ts'
import { endSeries, setSeries } from '#shared/events/series-mutations.ts'
import { hourMs, minuteMs } from '#shared/kernel/durations.ts'
import { links } from '#shared/links.ts'
import { typedDegrees } from '#shared/local-groups/coordinates.ts'
import { typedTown } from '#server/search/towns/typed-town.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'
import { forgetGuests, mailGuests } from './guest-jobs.ts'
import { guestOperations } from './guest-operations.ts'
import { fillSeats, makeNextEvents, remindOfNear } from './jobs.ts'
import { changeNews, guestNews, leavingNews, nearEventNews, newEventNews, rsvpNews } from './news.ts'
import { seatTriggers } from './triggers.ts'

const pageOf = (id: string): string => links.post({ id, slug: null, kind: 'event' })

const degrees = { latitude: typedDegrees, longitude: typedDegrees }

export const eventsOnServer = defineServerDomain({
  forms: [
    (tools: FormTools) =>
      formFor(makeEvent, {
        fields: { body: 'markdown' },
        extra: typedTown,
        read: { ...degrees, body: (typed) => docOf(typed, 'essay'), revisionId: () => newId(Date.now()) },
        makes: { what: 'events', alike: ['title', 'starts', 'zone'] },
        to: ({ id }) => pageOf(id),
      })(tools),
    formFor(putEvent, { read: degrees, extra: typedTown, to: ({ id }) => pageOf(id) }),
    formFor(setSeries, { to: ({ id }) => pageOf(id) }),
    formFor(endSeries, { to: ({ id }) => pageOf(id) }),
    formFor(setRsvp, { row: 'postId', to: ({ postId }, form) => safeReturnTo(form.fields['from'], pageOf(postId)) }),
  ],
  triggers: seatTriggers,
  jobs: [
    { name: 'reminders of events', everyMs: 5 * minuteMs, run: remindOfNear },
    { name: 'next events of series', everyMs: minuteMs, run: makeNextEvents },
    { name: 'waiting lists of events', everyMs: minuteMs, run: fillSeats },
    { name: 'mails to guests of events', everyMs: 20_000, run: mailGuests },
    { name: 'guests of events who did not confirm, or are long over', everyMs: hourMs, run: forgetGuests },
  ],
  operations: guestOperations,
  texts: [textsIn(events, ['createdAt'])],
  news: [newEventNews, nearEventNews, ...leavingNews, rsvpNews, guestNews, changeNews],
})
