import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import type { MemberViewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { VoteValue } from '../votes/schema.ts'
import type { TagFacts } from './tag-vote-schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { votePower } from '../votes/rules.ts'
import { presentTag, relsOf, relsOfTag } from './tag-vote-queries.ts'
import { canVoteOnTag, factsOf, holdOf, isOnPost, tagVoteFigures } from './tag-vote-rules.ts'
import { relId, tagRels, tagVoteId, tagVotes } from './tag-vote-schema.ts'
import { tags } from './schema.ts'

/**
 * Sets (never adds) how relevant the viewer thinks a tag is to a post; 0 takes that back. An
 * up-vote on a tag that the post does not have puts it there, and the tag's parent with it
 * (content.md 9.15).
 */
export const voteOnTag = defineMutation({
  name: 'wiki.voteOnTag',
  runs: 'device',
  args: z.strictObject({ postId: Id, tagId: Id, value: z.literal([-2, -1, 0, 1, 2]) }),
  needs: ({ postId, tagId }) => [postId, tagId],
  key: ({ postId, tagId }) => `tag:${postId}:${tagId}`,
  async run(context, { postId, tagId, value }) {
    const { tx, viewer } = context
    const voter = signedIn(viewer)
    const post = await getOrThrow(tx, posts, postId)
    const { id, tag, parentId } = await tagHere(tx, tagId)
    authorize(canVoteOnTag(viewer, post, tag, value))
    const rel = await tx.get(tagRels, relId(postId, id))
    const isApplied = value > 0 && (rel === undefined || !isOnPost(rel))
    // There is nothing to be against: the mutation that put it here was taken back before it was
    // sent.
    if (rel === undefined && value <= 0) return
    await castTagVote(context, { voter, post, tagId: id, tag, value })
    if (isApplied && parentId !== null) await applyParent(context, voter, post, parentId)
  },
})

/**
 * Brings rels in line with what was made of their tag since. All of it is derived; nothing a member
 * may send.
 */
export const settleRels = defineMutation({
  name: 'wiki.settleRels',
  from: 'server',
  args: z.strictObject({ relIds: z.array(z.string().check(z.maxLength(60))).check(z.maxLength(200)) }),
  run: () => Promise.resolve(),
})

/**
 * The posts of a tag that was merged, or whose page has come to stand elsewhere, become those of
 * the other, some at a time; the votes go along.
 */
export const moveRels = defineMutation({
  name: 'wiki.moveRels',
  from: 'server',
  args: z.strictObject({ fromId: Id }),
  run: () => Promise.resolve(),
})

interface Cast {
  readonly voter: MemberViewer
  readonly post: Post
  readonly tagId: string
  readonly tag: TagFacts
  readonly value: VoteValue
  readonly isRequest?: boolean
}

/**
 * Writes a vote, and the rel that it is the first of. Judges nothing. @throws AppError 'invalid'
 * where a post has more tags than one can have.
 */
export async function castTagVote({ tx, now }: Pick<MutationContext, 'tx' | 'now'>, cast: Cast): Promise<void> {
  const { voter, post, tagId, tag, value, isRequest } = cast
  const id = tagVoteId(voter.userId, post.id, tagId)
  const before = await tx.get(tagVotes, id)
  const rel = await tx.get(tagRels, relId(post.id, tagId))
  if (rel === undefined) await putRel(tx, { ...cast, now, tag })
  if ((before?.value ?? 0) === value && (before?.isRequest ?? false) === (isRequest ?? false)) return
  await tx.put(tagVotes, {
    ...{ id, userId: voter.userId, postId: post.id, tagId, relId: relId(post.id, tagId), value },
    ...{ power: votePower(voter.karma, value), tallied: before?.tallied ?? 0, hold: holdOf(voter, value) },
    ...(isRequest === true && { isRequest }),
    at: value === 0 ? null : now,
  })
}

async function putRel(tx: MutationContext['tx'], { voter, post, tagId, tag, now }: Cast & { readonly now: number }): Promise<void> {
  if ((await tx.list(relsOf(post.id))).length >= tagVoteFigures.maxRels) throw new AppError('invalid', { field: 'postTags' })
  const sums = { baseScore: 0, voteCount: 0, isHeldUp: false, relevance: 0 }
  await tx.put(tagRels, { id: relId(post.id, tagId), postId: post.id, tagId, userId: voter.userId, appliedAt: now, tag, ...sums })
}

/** Where the viewer may not, the tag stands there without its parent. */
async function applyParent(context: MutationContext, voter: MemberViewer, post: Post, parentId: string): Promise<void> {
  const { tx } = context
  const parent = await tx.get(tags, parentId)
  const rel = await tx.get(tagRels, relId(post.id, parentId))
  if (parent === undefined || (rel !== undefined && isOnPost(rel))) return
  // Who was against it stays so.
  if (((await tx.get(tagVotes, tagVoteId(voter.userId, post.id, parentId)))?.value ?? 0) !== 0) return
  const tag = factsOf(parent)
  if (canVoteOnTag(voter, post, tag, 1).allowed) await castTagVote(context, { voter, post, tagId: parentId, tag, value: 1 })
}

interface TagHere {
  readonly id: string
  readonly tag: TagFacts
  readonly parentId: string | null
}

/**
 * What is known of a tag here: of one that has become another since, that one. A device holds few
 * pages, and of other tags what stands at the posts it holds. @throws AppError 'not-found'
 */
async function tagHere(read: Read, tagId: string): Promise<TagHere> {
  const found = await read.get(tags, tagId)
  const tag = found && ((await presentTag(read, found)) ?? found)
  if (tag !== undefined) return { id: tag.id, tag: factsOf(tag), parentId: tag.parentTagId }
  const [rel] = await read.list(relsOfTag(tagId, 1))
  if (rel === undefined) throw new AppError('not-found', { message: `tag ${tagId}` })
  return { id: tagId, tag: rel.tag, parentId: null }
}
