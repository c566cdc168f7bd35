import { defineTrigger } from '#server/sync/triggers.ts'
import { moveUp } from '#shared/events/move-up.ts'
import { putEvent } from '#shared/events/mutations.ts'
import { setRsvp } from '#shared/events/rsvp-mutations.ts'

/** A place that is left, and more places: those who have waited longest move up. */
export const seatTriggers = [
  defineTrigger(setRsvp, ({ tx, now }, { postId }) => moveUp(tx, postId, now)),
  defineTrigger(putEvent, ({ tx, now }, { id }) => moveUp(tx, id, now)),
]
