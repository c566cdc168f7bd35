import { readPolicy } from '../kernel/domain.ts'
import { posts } from '../posts/schema.ts'
import { canSeeRsvp } from './rules.ts'
import { rsvps } from './schema.ts'

export const rsvpPolicy = readPolicy(rsvps, async (rsvp, viewer, read) => {
  const post = await read.get(posts, rsvp.postId)
  return post !== undefined && canSeeRsvp(viewer, post, rsvp).allowed ? rsvp : undefined
})
