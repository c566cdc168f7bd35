import { eventsBefore, eventsFrom } from '#shared/events/queries.ts'
import { canEditEvent, canMakeEvents, currentSince } from '#shared/events/rules.ts'
import type { Event } from '#shared/events/schema.ts'
import { eventLimits, events, newEventDetails } from '#shared/events/schema.ts'
import { takenOf } from '#shared/events/seats.ts'
import { typedDetails } from '#shared/kernel/details.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { Query } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { canReadPost } from '#shared/posts/rules.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { timesOf } from '../../blocks/events/event-times.ts'
import { authorizePage, notFound } from '../../data/answer.ts'
import { formFields } from './event-form.ts'
import { eventLines } from './event-view.ts'
import { whoHas } from './who-comes.ts'

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

/**
 * `/newEvent`, in a group where its address says so (`?groupId=`), or as a copy of another event,
 * for those who may edit that (`?copyOf=`): all but its time.
 */
export async function loadNewEvent(data: PageData, { url }: LoadRequest) {
  authorizePage(canMakeEvents(data.viewer))
  const fields = await formFields(data, newEventDetails)
  const copied = await copyOf(data, url.searchParams.get('copyOf') ?? '')
  const groupId = copied?.groupId ?? url.searchParams.get('groupId') ?? ''
  const isGroup = fields.find(({ name }) => name === 'groupId')?.choices?.[groupId] !== undefined
  return { head: { title: 'New event' }, fields, typed: { hasRsvps: 'on', ...copied, groupId: isGroup ? groupId : '' } }
}

/** `null`: there is none that this viewer may copy. */
async function copyOf({ read, viewer, markdown }: PageData, id: string): Promise<Readonly<Record<string, string>> | null> {
  const [post, event] = isId(id) ? [await read.get(posts, id), await read.get(events, id)] : []
  if (post === undefined || event === undefined || !canEditEvent(viewer, post).allowed) return null
  const revision = await read.get(revisions, post.revisionId ?? post.latestRevisionId)
  const typed = typedDetails(newEventDetails, event as Partial<Record<keyof typeof newEventDetails, unknown>>)
  const body = revision === undefined ? '' : (markdown?.(revision.body).trimEnd() ?? '')
  return { ...typed, ...{ title: post.title, body, starts: '', ends: '' } }
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * `/doorList?postId=`, for those who may edit the event: who comes, by name, and who waits, in
 * their order, with the addresses of those without an account. Accounts that nobody sees are
 * counted among `more`.
 */
export async function loadDoorList(data: PageData, { url }: LoadRequest) {
  const { read, viewer } = data
  const id = url.searchParams.get('postId') ?? ''
  const [post, event] = [await read.get(posts, id), await read.get(events, id)]
  if (post === undefined || event === undefined || !canReadPost(viewer, post).allowed) throw notFound()
  authorizePage(canEditEvent(viewer, post))
  const taken = await takenOf(read, event)
  const [going, waiting] = [await listOf(event, 'going'), await listOf(event, 'waiting')]
  const named = going.people.toSorted((a, b) => byName.compare(a.name, b.name))
  return {
    head: { title: `Door list: ${post.title}` },
    ...{ title: post.title, href: links.post(post), times: timesOf(event), capacity: event.capacity ?? null },
    going: { ...going, people: named },
    waiting,
  }

  async function listOf(of: Event, status: 'going' | 'waiting') {
    const { people } = await whoHas(data, of, status, eventLimits.doorNames)
    return { count: taken[status], people, more: taken[status] - people.length }
  }
}

export const loads: Loads = {
  ...{ '/upcomingEvents': loadUpcoming, '/pastEvents': loadPast, '/newEvent': loadNewEvent, '/doorList': loadDoorList },
}
