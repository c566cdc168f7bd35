import type { TriggerContext } from '#server/sync/triggers.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import { noteAudit } from '#shared/moderation/record.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tagDecisions } from '#shared/wiki/schema.ts'
import { relsOfTag } from '#shared/wiki/tag-vote-queries.ts'

/** So many posts of a tag are looked at for who proposed it. */
const postsLooked = 20

/**
 * A tag that waited was decided on: an entry in the audit log, and a row for the notification of
 * who proposed it. Members without a role decide too, so the log has everybody's decisions.
 */
export async function noteTagDecision(context: TriggerContext, act: string, { id, name, state }: Tag): Promise<void> {
  const { tx, viewer, now } = context
  // As the dashboard names it: the first of whom it still is.
  const rel = (await tx.list(relsOfTag(id, postsLooked))).filter(({ relevance }) => relevance > 0).at(-1)
  await noteAudit(context, act, { userId: rel?.userId ?? null, targetId: id, details: { name } })
  if (rel === undefined || isSelf(viewer, rel.userId)) return
  const outcome = state === 'rejected' ? 'rejected' : 'accepted'
  await tx.put(tagDecisions, { id: `${id}:${outcome}`, userId: rel.userId, postId: rel.postId, outcome, at: now })
}
