import type { Pieces, ReadStore } from '#server/notify/audience.ts'
import { followers } from '#server/notify/audience.ts'
import { defineNews, toMembers } from '#server/notify/define-news.ts'
import type { EventNews } from '#shared/events/news-schema.ts'
import { eventNews } from '#shared/events/news-schema.ts'
import { rsvpsOf } from '#shared/events/queries.ts'
import { isListedEvent, isOver } from '#shared/events/rules.ts'
import type { RsvpStatus } from '#shared/events/schema.ts'
import { events, rsvpId, rsvps } from '#shared/events/schema.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'

/** Small, so that others wait no longer than for a few rows. */
const atOnce = 40

/** To a group's followers and organizers: an event that is announced in it. Once. */
export const newEventNews = defineNews(events, 'event', async (event, read, now) => {
  const post = await read.get(posts, event.id)
  const { groupId } = event
  if (post === undefined || !isListedEvent(post)) return 'gone'
  if (groupId === null || event.isCancelled || isOver(event, now)) return 'waits'
  return { actorId: post.authorId, postId: post.id, at: post.publishedAt ?? 0, to: (store) => ofGroup(store, groupId) }
})

/** To who organizes the event: somebody says whether they come. What is taken back is no news. */
export const rsvpNews = defineNews(rsvps, 'rsvp', async ({ userId, postId, at }, read) => {
  const post = await read.get(posts, postId)
  return post === undefined ? 'gone' : { actorId: userId, postId, at, to: toMembers('newRSVP', ownersOf(post)) }
})

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

async function* ofGroup(store: ReadStore, groupId: string): Pieces {
  yield* followers(store, 'group', groupId, 'newEvent')
  const organizers = await store.read(async (read) => {
    const ids = (await read.get(localGroups, groupId))?.organizerIds ?? []
    const own = await read.getMany(
      subscriptions,
      ids.map((userId) => subscriptionId(userId, 'group', groupId)),
    )
    const left = new Set(own.filter(({ state }) => state === 'suppressed').map(({ userId }) => userId))
    return ids.filter((userId) => !left.has(userId))
  })
  yield toMembers('newEvent', organizers)
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
