import * as z from 'zod/mini'
import { authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { canRsvp, canTakeBack } from './rules.ts'
import { events, RsvpAnswer, rsvpId, rsvps } from './schema.ts'
import { answerOf, statusOf } from './seats.ts'

/**
 * Says whether the viewer comes; `none` takes it back. What was said without a network counts when
 * it arrives: by then the event may be over or canceled, or all places taken, and `going` is then a
 * place on the waiting list.
 */
export const setRsvp = defineMutation({
  name: 'rsvps.set',
  runs: 'device',
  args: z.strictObject({ postId: Id, answer: z.union([RsvpAnswer, z.literal('none')]), isPrivate: z.optional(z.boolean()) }),
  needs: ({ postId }) => [postId],
  key: ({ postId }) => rsvpKey(postId),
  async run({ tx, viewer, now }, { postId, answer, isPrivate: given }) {
    const { userId } = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    const id = rsvpId(userId, postId)
    if (answer === 'none') {
      authorize(canTakeBack(viewer, post))
      return tx.delete(rsvps, id)
    }
    const event = await getOrThrow(tx, events, postId)
    authorize(canRsvp(viewer, post, event, now))
    const before = await tx.get(rsvps, id)
    // What an earlier build sends says nothing of it: a private answer stays private.
    const isPrivate = given ?? before?.isPrivate ?? false
    if (before !== undefined && answerOf(before.answer) === answer) {
      // Who waits and says it again keeps their place.
      if ((before.isPrivate ?? false) !== isPrivate) await tx.put(rsvps, { ...before, isPrivate })
      return
    }
    await tx.put(rsvps, { id, userId, postId, answer: await statusOf(tx, event, answer), ...(isPrivate && { isPrivate }), at: now })
  },
})

/** Under which the queue of a device has the answer to an event. */
export const rsvpKey = (postId: string): string => `rsvp:${postId}`
