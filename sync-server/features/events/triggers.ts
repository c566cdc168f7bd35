import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { changeEvent } from '#shared/events/change-mutations.ts'
import { noteNews } from '#shared/events/guest-records.ts'
import { moveUp } from '#shared/events/move-up.ts'
import { putEvent } from '#shared/events/mutations.ts'
import { changeId } from '#shared/events/news-schema.ts'
import { isListedEvent } from '#shared/events/rules.ts'
import { setRsvp } from '#shared/events/rsvp-mutations.ts'
import { events } from '#shared/events/schema.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { posts } from '#shared/posts/schema.ts'

/** A place that is left, and more places: those who have waited longest move up. */
export const seatTriggers = [
  defineTrigger(setRsvp, ({ tx, now }, { postId }) => moveUp(tx, postId, now)),
  defineTrigger(changeEvent, noteChange),
  defineTrigger(changeEvent, ({ tx, now }, { id }) => moveUp(tx, id, now)),
  defineTrigger(putEvent, ({ tx, now }, { id }) => moveUp(tx, id, now)),
]

/** What was changed just now, on a device perhaps: those who come hear of it. */
async function noteChange({ tx, viewer, now }: TriggerContext, { id }: { readonly id: string }): Promise<void> {
  const [post, event] = [await tx.get(posts, id), await tx.get(events, id)]
  const kind = event?.changedAt === now ? (event.lastChange ?? null) : null
  if (post === undefined || event === undefined || kind === null || !isListedEvent(post)) return
  await noteNews(tx, { id: changeId(event, kind, now), eventId: id, kind, actorId: signedIn(viewer).userId, at: now })
}
