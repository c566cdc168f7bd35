import type { Pieces, ReadStore } from '#server/notify/audience.ts'
import type { NewsSource } from '#server/notify/define-news.ts'
import { defineNews, toMembers } from '#server/notify/define-news.ts'
import { groupFollowers } from '#server/notify/group-followers.ts'
import { members } from '#shared/accounts/schema.ts'
import { eventGuests, guestsErasedAt } from '#shared/events/guest-schema.ts'
import type { EventNews } from '#shared/events/news-schema.ts'
import { eventNews } from '#shared/events/news-schema.ts'
import { rsvpsOf } from '#shared/events/queries.ts'
import { isListedEvent, isOver } from '#shared/events/rules.ts'
import type { Event, RsvpStatus } from '#shared/events/schema.ts'
import { events, rsvpId, rsvps } from '#shared/events/schema.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { cellsAround } from '#shared/local-groups/cells.ts'
import { coordinatesOf } from '#shared/local-groups/coordinates.ts'
import { distanceOf } from '#shared/local-groups/distance.ts'
import { memberPlaceLimits } from '#shared/local-groups/member-place-schema.ts'
import { notifiedIn } from '#shared/local-groups/queries.ts'
import { ofCause } from '#shared/notifications/queries.ts'
import { notificationId, notifications } from '#shared/notifications/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'

/** Small, so that others wait no longer than for a few rows. */
const atOnce = 40
/** Places are read faster than people are notified, and few of them are near. */
const nearAtOnce = 200

/** To a group's followers and organizers: an event that is announced in it. Once. */
export const newEventNews = defineNews(events, 'event', async (event, read, now) => {
  const post = await read.get(posts, event.id)
  const { groupId } = event
  if (post === undefined || !isListedEvent(post)) return 'gone'
  if (groupId === null || event.isCancelled || isOver(event, now)) return 'waits'
  return { actorId: post.authorId, postId: post.id, at: post.publishedAt ?? 0, to: (store) => groupFollowers(store, groupId, 'newEvent') }
})

/**
 * To who wants to hear of what is near, and has not heard of it from its group: an event that is
 * announced. Once.
 */
export const nearEventNews = defineNews(events, 'eventNear', async (event, read, now) => {
  const post = await read.get(posts, event.id)
  if (post === undefined || !isListedEvent(post)) return 'gone'
  if (coordinatesOf(event) === null || event.isCancelled || isOver(event, now)) return 'waits'
  return {
    ...{ actorId: post.authorId, postId: post.id, at: post.publishedAt ?? 0 },
    to: (store) => membersNear(store, event, 'newEventInRadius', `${newEventNews.name}:${event.id}`),
  }
})

/** Authors, and the organizers of its group. */
const organizersOf = (post: Post): readonly string[] => [...ownersOf(post), ...(post.organizerIds ?? [])]

/** To who organizes the event: somebody says whether they come. */
export const rsvpNews = defineNews(rsvps, 'rsvp', async ({ userId, postId, at }, read) => {
  const post = await read.get(posts, postId)
  return post === undefined ? 'gone' : { actorId: userId, postId, at, to: toMembers('newRSVP', organizersOf(post)) }
})

/** The same of a person without an account, once their mailed link has confirmed it. No name. */
export const guestNews = defineNews(eventGuests, 'guest', async ({ eventId, status, at }, read) => {
  const post = await read.get(posts, eventId)
  if (post === undefined) return 'gone'
  return status === 'pending' ? 'waits' : { actorId: null, postId: eventId, at, to: toMembers('guestRSVP', organizersOf(post)) }
})

/**
 * What the organizers were notified of is taken back, while the event is still to come. A row that
 * goes for another reason, such as an erased account or a guest who is forgotten, is no news.
 */
function leftNews(table: typeof rsvps | typeof eventGuests, cause: string): NewsSource {
  return {
    ...{ table: table.name, name: `${cause}Left` },
    async look(read, id, now) {
      if ((await read.get<Row>(table as unknown as Table<Row>, id)) !== undefined) return 'waits'
      const [known] = await read.list(ofCause(`${cause}:${id}`, 1))
      const eventId = known?.postId ?? ''
      const [post, event] = [await read.get(posts, eventId), await read.get(events, eventId)]
      if (known === undefined || post === undefined || event === undefined) return 'waits'
      const actor = known.actorId === null ? undefined : await read.get(members, known.actorId)
      const isErased = known.actorId === null ? guestsErasedAt(event) <= now : actor?.isDeactivated !== false
      if (isErased || event.isCancelled || isOver(event, now) || !isListedEvent(post)) return 'waits'
      return { actorId: known.actorId, postId: eventId, at: now, to: toMembers('cancelledRSVP', organizersOf(post)) }
    },
  }
}

/** Looked at before the notice of the answer itself goes. */
export const leavingNews = [leftNews(rsvps, 'rsvp'), leftNews(eventGuests, 'guest')]

const types = {
  changed: 'eventChanged',
  canceled: 'eventCanceled',
  restored: 'eventRestored',
  reminder: 'eventReminder',
  place: 'eventPlace',
} as const satisfies Record<EventNews['kind'], string>

/**
 * To those who come, for sure or maybe, and who wait: what changed. After them to who wants to hear
 * of what is near. To those who come: that it is soon. To one who waited: that they have a place.
 */
export const changeNews = defineNews(eventNews, 'eventNews', async ({ eventId, kind, actorId, userId, at }, read) => {
  const [post, event] = [await read.get(posts, eventId), await read.get(events, eventId)]
  if (post === undefined || event === undefined || !isListedEvent(post)) return 'never'
  if (kind === 'reminder' && event.isCancelled) return 'never'
  if (userId !== undefined) {
    const has = (await read.get(rsvps, rsvpId(userId, eventId)))?.answer === 'going'
    return has ? { actorId, postId: eventId, at, to: toMembers(types[kind], [userId]) } : 'never'
  }
  const statuses = kind === 'reminder' ? (['going', 'maybe'] as const) : (['going', 'maybe', 'waiting'] as const)
  return {
    ...{ actorId, postId: eventId, at },
    async *to(store) {
      yield* coming(store, eventId, types[kind], statuses)
      if (kind !== 'reminder') yield* membersNear(store, event, 'editedEventInRadius')
    },
  }
})

/** @param unlessOf a cause of which they have heard instead */
async function* membersNear(store: ReadStore, event: Event, type: 'newEventInRadius' | 'editedEventInRadius', unlessOf?: string): Pieces {
  const place = coordinatesOf(event)
  if (place === null) return
  for (const area of cellsAround({ ...place, radius: memberPlaceLimits.radius }, 'area'))
    for (let from = ''; ;) {
      const { found, near } = await store.read(async (read) => {
        const found = await read.list(notifiedIn(area, from, nearAtOnce))
        const within = found.filter((own) => distanceOf(own, place) <= own.radius)
        const heard = await read.getMany(notifications, unlessOf === undefined ? [] : within.map(({ id }) => notificationId(id, unlessOf)))
        const heardBy = new Set(heard.map(({ userId }) => userId))
        return { found, near: within.filter(({ id }) => !heardBy.has(id)) }
      })
      if (near.length > 0)
        yield toMembers(
          type,
          near.map(({ id }) => id),
        )
      const last = found.at(-1)
      if (last === undefined || found.length < nearAtOnce) break
      from = `${last.id}0`
    }
}

async function* coming(store: ReadStore, postId: string, type: (typeof types)[EventNews['kind']], statuses: readonly RsvpStatus[]): Pieces {
  for (const answer of statuses) {
    for (let offset = 0; ; offset += atOnce) {
      const found = await store.read((read) => read.list({ ...rsvpsOf(postId, answer, atOnce), offset }))
      if (found.length > 0)
        yield toMembers(
          type,
          found.map(({ userId }) => userId),
        )
      if (found.length < atOnce) break
    }
  }
}
