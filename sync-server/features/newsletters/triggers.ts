import { newsletterIssues, newsletterLimits, newsletters } from '#shared/newsletters/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { publishPost } from '#shared/posts/mutations.ts'
import { posts } from '#shared/posts/schema.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

/**
 * An essay that is published for the first time since its author offers a newsletter waits to be
 * mailed; whether it may be is looked at when it is due.
 */
export const waitToBeMailed = defineTrigger(publishPost, async ({ tx, now }, { id }) => {
  const post = await tx.get(posts, id)
  // What happens somewhere is no essay: its group and those who come are notified.
  if (post !== undefined && kindFacts(post).isEvent) return
  const newsletter = post === undefined ? undefined : await tx.get(newsletters, post.authorId)
  if (post === undefined || newsletter?.isOn !== true || (post.publishedAt ?? 0) < newsletter.since) return
  const before = await tx.get(newsletterIssues, id)
  if (before !== undefined && before.state !== 'waiting') return
  const dueAt = now + newsletterLimits.waitMs
  await tx.put(newsletterIssues, { id, authorId: post.authorId, state: 'waiting', dueAt, upTo: '', count: 0 })
})
