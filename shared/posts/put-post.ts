import type { MutationContext } from '../kernel/mutation.ts'
import type { Authorship, Post } from './schema.ts'
import { inlineCommentsOf } from '../inline-comments/queries.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { kindFacts } from './kinds.ts'
import { authorshipId } from './queries.ts'
import { authorships, posts } from './schema.ts'
import { isCommon } from '../wiki/access.ts'

/**
 * The post, and with it the rows that tell who has a part in its text. Every change of authors,
 * shares or the bin goes this way.
 */
export async function putPost({ tx, now }: Pick<MutationContext, 'tx' | 'now'>, post: Post): Promise<void> {
  const before = await tx.get(posts, post.id)
  await tx.put(posts, post)
  const after = levelsOf(post)
  const levelsBefore: Levels = before === undefined ? new Map() : levelsOf(before)
  for (const userId of levelsBefore.keys()) if (!after.has(userId)) await tx.delete(authorships, authorshipId(userId, post.id))
  for (const [userId, level] of after) {
    const id = authorshipId(userId, post.id)
    const known = await tx.get(authorships, id)
    const isInvited = post.shares?.some((share) => share.userId === userId && share.isInvited === true) === true
    const wasInvited = known?.isInvited === true
    if (known?.level === level && isInvited === wasInvited) continue
    const since = known === undefined || (isInvited && !wasInvited) ? now : known.since
    await tx.put(authorships, { id, userId, postId: post.id, level, since, ...(isInvited && { isInvited }) })
  }
  // What is said about the text is shown to some levels and not to others. Where that changes for
  // somebody, each inline comment changes with it, and is judged anew for every device, a page at a
  // time; for a right that shows the same inline comments none of them does.
  if (before !== undefined && !seeTheSame(withOrganizers(levelsBefore, before), withOrganizers(after, post)))
    for (const inlineComment of await tx.list(inlineCommentsOf(post.id)))
      await tx.put(inlineComments, { ...inlineComment, turns: (inlineComment.turns ?? 0) + 1 })
}

type Levels = ReadonlyMap<string, Authorship['level']>

function seeTheSame(before: Levels, after: Levels): boolean {
  const sees = (levels: Levels, userId: string): boolean => (levels.get(userId) ?? 'read') !== 'read'
  return [...before.keys(), ...after.keys()].every((userId) => sees(before, userId) === sees(after, userId))
}

/**
 * Organizers see what authors see, and have no row of their own: a group's events are many, and
 * stand on the group's page.
 */
function withOrganizers(levels: Levels, post: Post): Levels {
  if (post.status === 'removed' || !kindFacts(post).isEvent || post.organizerIds === undefined) return levels
  return new Map([...levels, ...post.organizerIds.map((id) => [id, levels.get(id) === 'own' ? 'own' : 'edit'] as const)])
}

/** What lies in the bin is its authors' alone; of a page that is everybody's nobody has a part. */
function levelsOf(post: Post): Levels {
  if (isCommon(post)) return new Map()
  const levels = new Map<string, Authorship['level']>()
  for (const { userId, level } of post.status === 'removed' ? [] : (post.shares ?? [])) if (level !== 'none') levels.set(userId, level)
  for (const userId of post.coauthorIds) levels.set(userId, 'edit')
  return levels.set(post.authorId, 'own')
}
