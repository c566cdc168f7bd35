import { seriesEventsBefore, seriesEventsFrom } from '#shared/events/queries.ts'
import { canEditEvent, isListedEvent } from '#shared/events/rules.ts'
import type { Event } from '#shared/events/schema.ts'
import { events } from '#shared/events/schema.ts'
import type { EventSeries } from '#shared/events/series-schema.ts'
import { eventSeries, seriesDetails } from '#shared/events/series-schema.ts'
import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import type { Query } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import { timesOf } from '../../blocks/events/event-times.ts'

const usual = { every: 'week', times: null, until: null, isPublished: true } as const

/** Of an event that recurs, or that the viewer may let recur: the others, and how often. */
export async function loadEventSeries(data: PageData, { postId }: { readonly postId: string }) {
  // A device has no other event of the series.
  if (data.isOfDevice === true) return undefined
  const { read, viewer } = data
  const [post, event] = [await read.get(posts, postId), await read.get(events, postId)]
  if (post === undefined || event === undefined) return null
  const { seriesId, startAt, recurs } = event
  const isEditor = canEditEvent(viewer, post).allowed
  const isDated = seriesId !== undefined && startAt !== null
  const series = isEditor && seriesId !== undefined ? await read.get(eventSeries, seriesId) : undefined
  const previous = isDated ? await neighborOf(data, seriesEventsBefore(seriesId, startAt, 1)) : null
  const next = isDated ? await neighborOf(data, seriesEventsFrom(seriesId, true, startAt + 1, 1)) : null
  if (!isEditor && previous === null && next === null) return null
  return {
    ...{ id: postId, previous, next, isRecurring: recurs !== undefined && recurs !== null },
    form: isEditor
      ? { isDated: startAt !== null, fields: detailFields(seriesDetails), typed: typedDetails(seriesDetails, series ?? usual) }
      : null,
    series: series === undefined ? null : { ...stateOf(series, postId), isWaiting: series.fromId === postId && !isListedEvent(post) },
  }
}

const stateOf = ({ isLive, ended, isPublished, fromId }: EventSeries, postId: string) => ({
  isLive,
  ended,
  isPublished,
  isFrom: fromId === postId,
})

async function neighborOf({ read }: PageData, query: Query<Event>) {
  const [event] = await read.list(query)
  const post = event === undefined ? undefined : await read.get(posts, event.id)
  return event === undefined || post === undefined ? null : { href: links.post(post), times: timesOf(event) }
}

export const shows: Shows = { 'event-series': definePart({ on: ['text-start'], order: 20, load: loadEventSeries }) }
