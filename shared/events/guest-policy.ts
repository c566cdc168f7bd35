import { readPolicy } from '../kernel/domain.ts'
import { canReadPost } from '../posts/rules.ts'
import { posts } from '../posts/schema.ts'
import { eventGuests } from './guest-schema.ts'
import { canEditEvent } from './rules.ts'

/**
 * Addresses are the organizers' alone, and so are private answers; of the others everybody who may
 * read the event has the name. What was not confirmed nobody has.
 */
export const guestPolicy = readPolicy(eventGuests, async (guest, viewer, read) => {
  const post = await read.get(posts, guest.eventId)
  if (post === undefined || guest.status === 'pending') return
  if (canEditEvent(viewer, post).allowed) return guest
  return !guest.isPrivate && canReadPost(viewer, post).allowed ? { ...guest, email: '' } : undefined
})
