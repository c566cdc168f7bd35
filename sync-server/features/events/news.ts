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
import type { RsvpStatus } from '#shared/events/schema.ts'
import { events, rsvpId, rsvps } from '#shared/events/schema.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import { ofCause } from '#shared/notifications/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'

/** Small, so that others wait no longer than for a few rows. */
const atOnce = 40

/** To a group's followers and organizers: an event that is announced in it. Once. */
export const newEventNews = defineNews(events, 'event', async (event, read, now) => {
  const post = await read.get(posts, event.id)
  const { groupId } = event
  if (post === undefined || !isListedEvent(post)) return 'gone'
  if (groupId === null || event.isCancelled || isOver(event, now)) return 'waits'
  return { actorId: post.authorId, postId: post.id, at: post.publishedAt ?? 0, to: (store) => groupFollowers(store, groupId, 'newEvent') }
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
 * To those who come, for sure or maybe, and who wait: what changed. To those who come: that it is
 * soon. To one who waited: that they have a place.
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
  return { actorId, postId: eventId, at, to: (store) => coming(store, eventId, types[kind], statuses) }
})

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
