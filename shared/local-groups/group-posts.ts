/**
 * What follows from a group for its posts, and for who organizes it; in a mutation's transaction.
 */
import type { MutationContext } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import type { Transaction } from '../kernel/transaction.ts'
import { kindFacts } from '../posts/kinds.ts'
import { putPost } from '../posts/put-post.ts'
import type { Post } from '../posts/schema.ts'
import { posts } from '../posts/schema.ts'
import { groupOrganizers, groupPosts, organizerId } from './group-posts-schema.ts'
import { organizersOfGroup, postsOfGroup } from './queries.ts'
import { localGroups } from './schema.ts'

type Context = Pick<MutationContext, 'tx' | 'now'>

/**
 * The post as one of that group, or of none. Who calls this puts it (`putPost`). A group that is
 * not there any more gives nobody a right.
 */
export async function inGroup({ tx, now }: Context, post: Post, groupId: string | null): Promise<Post> {
  const { groupId: before, organizerIds: _organizers, ...rest } = post
  const group = groupId === null ? undefined : await tx.get(localGroups, groupId)
  if (group === undefined) {
    if (before !== undefined) await tx.delete(groupPosts, post.id)
    return rest
  }
  const known = await tx.get(groupPosts, post.id)
  if (known?.groupId !== group.id) await tx.put(groupPosts, { id: post.id, groupId: group.id, isEvent: kindFacts(post).isEvent, at: now })
  return { ...rest, groupId: group.id, organizerIds: group.organizerIds }
}

/** Says it of a post that is there already. */
export async function putInGroup(context: Context, postId: string, groupId: string | null): Promise<void> {
  const post = await context.tx.get(posts, postId)
  if (post === undefined) return
  const next = await inGroup(context, post, groupId)
  if (!isSameJson(next, post)) await putPost(context, next)
}

/**
 * After a change of the group: its posts have the organizers it has now, in the same transaction,
 * so that no former one keeps a right for a moment. @param byId whose change it was
 */
export async function followGroup(context: Context, groupId: string, byId: string | null): Promise<void> {
  const { tx, now } = context
  const group = await tx.get(localGroups, groupId)
  const userIds = group?.organizerIds ?? []
  const before = (await tx.list(organizersOfGroup(groupId))).map(({ userId }) => userId)
  for (const userId of before) if (!userIds.includes(userId)) await tx.delete(groupOrganizers, organizerId(groupId, userId))
  for (const userId of userIds)
    if (!before.includes(userId)) await tx.put(groupOrganizers, { id: organizerId(groupId, userId), groupId, userId, byId, at: now })
  if (group !== undefined && before.length === userIds.length && userIds.every((userId) => before.includes(userId))) return
  for (const postId of await idsOfGroup(tx, groupId)) await putInGroup(context, postId, group?.id ?? null)
}

const atOnce = 500

/** First the ids: what is taken out has no place in the index any more. */
async function idsOfGroup(tx: Transaction, groupId: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (const isEvent of [true, false]) {
    for (let offset = 0; ; offset += atOnce) {
      const found = await tx.list({ ...postsOfGroup(groupId, isEvent, atOnce), offset })
      ids.push(...found.map(({ id }) => id))
      if (found.length < atOnce) break
    }
  }
  return ids
}
