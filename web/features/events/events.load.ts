import { eventsBefore, eventsFrom } from '#shared/events/queries.ts'
import { canMakeEvents, currentSince } from '#shared/events/rules.ts'
import type { Event } from '#shared/events/schema.ts'
import { newEventDetails } from '#shared/events/schema.ts'
import type { Query } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { authorizePage } from '../../data/answer.ts'
import { formFields } from './event-form.ts'
import { eventLines } from './event-view.ts'

const figures = { first: 20, more: 20, most: 500 } as const

/** `/upcomingEvents`: what is going on and what comes, the next first. */
export async function loadUpcoming(data: PageData, request: LoadRequest) {
  return {
    head: { title: 'Upcoming events', description: `Events of ${data.site.name}.`, canonical: links.upcomingEvents() },
    ...(await listed(data, request, (limit) => eventsFrom(currentSince(data.now), limit), links.upcomingEvents)),
  }
}

/** `/pastEvents`: what has been, the last first. */
export async function loadPast(data: PageData, request: LoadRequest) {
  return {
    head: { title: 'Past events', description: `Past events of ${data.site.name}.`, canonical: links.pastEvents() },
    ...(await listed(data, request, (limit) => eventsBefore(currentSince(data.now), limit), links.pastEvents)),
  }
}

async function listed(
  data: PageData,
  { url }: LoadRequest,
  query: (limit: number) => Query<Event>,
  address: (options: { readonly limit: number }) => string,
) {
  const limit = limitOf(url.searchParams, figures.first, figures.most)
  const lines = await eventLines(data, query(limit + 1))
  return { lines: lines.slice(0, limit), more: lines.length > limit ? address({ limit: limit + figures.more }) : null }
}

/** `/newEvent`, in a group where its address says so (`?groupId=`). */
export async function loadNewEvent(data: PageData, { url }: LoadRequest) {
  authorizePage(canMakeEvents(data.viewer))
  const fields = await formFields(data, newEventDetails)
  const groupId = url.searchParams.get('groupId') ?? ''
  const isGroup = fields.find(({ name }) => name === 'groupId')?.choices?.[groupId] !== undefined
  return { head: { title: 'New event' }, fields, typed: { hasRsvps: 'on', groupId: isGroup ? groupId : '' } }
}

export const loads: Loads = { '/upcomingEvents': loadUpcoming, '/pastEvents': loadPast, '/newEvent': loadNewEvent }
