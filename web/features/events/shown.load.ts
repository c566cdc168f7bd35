import { eventsFrom, eventsOfGroup } from '#shared/events/queries.ts'
import { recurrenceWords } from '#shared/events/recurrence-words.ts'
import { canAnswerAsGuest, canEditEvent, canRsvp, currentSince } from '#shared/events/rules.ts'
import type { Event, RsvpStatus } from '#shared/events/schema.ts'
import { rsvpStatuses } from '#shared/events/rsvp-words.ts'
import { placeOnList } from '#shared/events/seats.ts'
import { eventDetails, eventLimits, events, rsvpId, rsvps } from '#shared/events/schema.ts'
import { typedDetails } from '#shared/kernel/details.ts'
import { links } from '#shared/links.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { isPublic, organizes } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import { factsOf } from './event-facts.ts'
import { deviceFields, formFields, picturesOfText } from './event-form.ts'
import { eventLines, pictureOf } from './event-view.ts'
import { whoHas } from './who-comes.ts'

const notSaid = {
  latitude: null,
  longitude: null,
  capacity: null,
  registerUrl: null,
  contact: '',
  pictureUrl: null,
  pictureAlt: '',
} as const
const figures = { inGroup: 6, ofGroup: 200, onCommunity: 5 } as const

/** Above the text of an event: when and where it is, and who comes. */
export async function loadEvent(data: PageData, { postId }: { readonly postId: string }) {
  const { read, viewer, now } = data
  const isOfDevice = data.isOfDevice === true
  const [post, event] = [await read.get(posts, postId), await read.get(events, postId)]
  if (post === undefined || event === undefined) return isOfDevice ? undefined : null
  const { startAt, hasRsvps } = event
  // A device has neither groups nor who else comes: those stand on pages of the server alone.
  const group = event.groupId === null || isOfDevice ? undefined : await read.get(localGroups, event.groupId)
  const mayEdit = canEditEvent(viewer, post).allowed
  const isEditor = !isOfDevice && mayEdit
  return {
    id: postId,
    door: isEditor && hasRsvps && post.status === 'published' ? links.doorList(postId) : null,
    ...factsOf(event, now),
    picture: pictureOf(event),
    copy: isEditor ? links.copyOfEvent(postId) : null,
    repeats: repeatsOf(event),
    group: group === undefined ? null : { name: group.name, href: links.localGroup(group.id) },
    calendar: startAt !== null && isPublic(post) ? links.eventCalendar(postId) : null,
    rsvps: hasRsvps && post.status === 'published' ? await rsvpView(data, post, event) : null,
    form: mayEdit
      ? {
          fields: isOfDevice ? deviceFields(event.zone) : await formFields(data, eventDetails, event),
          typed: typedDetails(eventDetails, { ...notSaid, ...event }),
          pictures: isOfDevice ? [] : await picturesOfText(data, post),
          event,
        }
      : null,
  }
}

const repeatsOf = ({ recurs, planned }: Event): string | null =>
  recurs === undefined || recurs === null || planned === undefined ? null : recurrenceWords(recurs, planned)

async function rsvpView(data: PageData, post: Post, event: Event) {
  const { read, viewer, now, isOfDevice } = data
  const may = canRsvp(viewer, post, event, now)
  const own = viewer.kind === 'member' ? await read.get(rsvps, rsvpId(viewer.userId, event.id)) : undefined
  return {
    may: may.allowed ? null : may.reason,
    /** People without an account can answer here. */
    forGuests: viewer.kind === 'visitor' && canAnswerAsGuest(post, event, now).allowed,
    own: own?.answer ?? null,
    isPrivate: own?.isPrivate ?? false,
    /** On the waiting list; `null`: not on it, or nobody knows here. */
    place: own?.answer === 'waiting' && isOfDevice !== true ? await placeOnList(read, own) : null,
    /** For the rule on a device that has not got it yet. */
    event,
    answers: isOfDevice === true ? null : await Promise.all(rsvpStatuses.map(async (answer) => ({ answer, ...(await answered(answer)) }))),
  }

  async function answered(status: RsvpStatus) {
    const { people: found, rows, hidden, members } = await whoHas(data, event, status, eventLimits.names)
    // Where places are limited, a hidden account has one too.
    const isAll = rows < eventLimits.names && (event.capacity ?? null) === null
    const count = (isAll ? members + hidden : rows) + (event.guests?.[status] ?? 0)
    return { count, people: found.slice(0, eventLimits.names).map(({ email: _onDoorList, ...person }) => person) }
  }
}

/** Of a group: what comes, what has no date yet, what has been. */
export async function loadGroupEvents(data: PageData, { groupId }: { readonly groupId: string }) {
  if (data.isOfDevice === true) return undefined
  const lines = await eventLines(data, eventsOfGroup(groupId, figures.ofGroup))
  const dated = lines.flatMap((line) => (line.times.startAt === null ? [] : [{ ...line, startAt: line.times.startAt }]))
  const sorted = dated.toSorted((a, b) => a.startAt - b.startAt)
  const { viewer } = data
  // Beside drafts, what is unlisted or rejected is in no list either: those are no drafts.
  const isDraft = (post: Post): boolean => post.status === 'draft' && organizes(viewer, post)
  return {
    drafts: viewer.kind === 'visitor' ? [] : await eventLines(data, eventsOfGroup(groupId, figures.ofGroup, false), isDraft),
    upcoming: sorted.filter(({ isOver: is }) => !is),
    undated: lines.filter(({ times }) => times.startAt === null),
    past: sorted
      .filter(({ isOver: is }) => is)
      .toReversed()
      .slice(0, figures.inGroup),
    newEvent: links.newEvent(groupId),
    // Calendars ask for such an address again and again.
    calendar: `webcal://${new URL(data.site.origin).host}${links.groupCalendar(groupId)}`,
  }
}

/** On `/community`: the next ones of all. */
export async function loadCommunityEvents(data: PageData) {
  if (data.isOfDevice === true) return undefined
  return { lines: await eventLines(data, eventsFrom(currentSince(data.now), figures.onCommunity)) }
}

export const shows: Shows = {
  event: definePart({ on: ['text-start'], order: 10, load: loadEvent }),
  'group-events': definePart({ on: ['group-end'], order: 10, load: loadGroupEvents }),
  'community-events': definePart({ on: ['community-top'], order: 10, load: loadCommunityEvents }),
}
