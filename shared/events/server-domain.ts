import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { posts } from '../posts/schema.ts'
import { endCalendar, renewCalendar } from './calendar-mutations.ts'
import { calendarLinks } from './calendar-schema.ts'
import { makeEvent, moveUpWaiting, putEvent, remindOfEvents } from './mutations.ts'
import { eventGuests, guestMailings } from './guest-schema.ts'
import { guestPolicy } from './guest-policy.ts'
import { eventNews } from './news-schema.ts'
import { canEditEvent } from './rules.ts'
import { endSeries, makeNextEvent, setSeries } from './series-mutations.ts'
import { eventSeries } from './series-schema.ts'

/** What devices leave to the server. */
export const eventsOnServer = defineDomain({
  tables: [eventNews, eventGuests, guestMailings, eventSeries, calendarLinks],
  mutations: [makeEvent, putEvent, remindOfEvents, moveUpWaiting, setSeries, endSeries, makeNextEvent, renewCalendar, endCalendar],
  policies: [
    guestPolicy,
    // What readers may know of it stands on its events.
    readPolicy(eventSeries, async (series, viewer, read) => {
      if (isSelf(viewer, series.authorId) || isStaff(viewer)) return series
      const post = await read.get(posts, series.fromId)
      return post !== undefined && canEditEvent(viewer, post).allowed ? series : undefined
    }),
  ],
})
