import type { Query } from '../kernel/query.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { PostTag } from './tag-vote-rules.ts'
import type { TagRel, TagVote } from './tag-vote-schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { tagVoteFigures, tagsShown } from './tag-vote-rules.ts'
import { tagRels, tagVoteId, tagVotes } from './tag-vote-schema.ts'
import type { Tag } from './schema.ts'
import { tags } from './schema.ts'

/** All tags that were ever applied to a post; those that were voted off it too. */
export const relsOf = (postId: string): Query<TagRel> =>
  defineQuery({ table: tagRels, index: ['postId'], equals: [postId], order: 'ascending', limit: tagVoteFigures.maxRels })

/** One member's votes on the tags of one post. */
export const tagVotesBy = (userId: string, postId: string): Query<TagVote> =>
  defineQuery({
    table: tagVotes,
    index: ['userId', 'postId'],
    equals: [userId, postId],
    order: 'ascending',
    limit: tagVoteFigures.maxRels,
  })

/** Votes on one tag of one post. */
export const votesOnRel = (relId: string, limit: number): Query<TagVote> =>
  defineQuery({ table: tagVotes, index: ['relId', 'hold'], equals: [relId], order: 'ascending', limit })

/** Votes that were not taken back, newest first. */
export const newestTagVotes = (limit: number): Query<TagVote> =>
  defineQuery({ table: tagVotes, index: ['at'], equals: [], from: 0, order: 'descending', limit })

/** Posts that a tag was applied to, newest first; whether it still applies is in the row. */
export const relsOfTag = (tagId: string, limit: number, offset = 0): Query<TagRel> =>
  defineQuery({ table: tagRels, index: ['tagId', 'appliedAt'], equals: [tagId], order: 'descending', limit, offset })

/**
 * The tags of a post, as chips show them; a member's own vote, which may still be on its way, is in
 * them on a device.
 */
export async function tagsOfPost(read: Read, viewer: Viewer, post: Post): Promise<readonly PostTag[]> {
  const rels = await read.list(relsOf(post.id))
  return tagsShown(post, rels, await ownVotesOn(read, viewer, rels))
}

/** The viewer's own vote on each. */
export async function ownVotesOn(read: Read, viewer: Viewer, rels: readonly TagRel[]): Promise<readonly TagVote[]> {
  if (viewer.kind === 'visitor') return []
  return read.getMany(
    tagVotes,
    rels.map(({ postId, tagId }) => tagVoteId(viewer.userId, postId, tagId)),
  )
}

/** The tags of several posts at once, for lists. */
export async function tagsOfPosts(read: Read, posts: readonly Post[]): Promise<ReadonlyMap<string, readonly PostTag[]>> {
  return new Map(await Promise.all(posts.map(async (post) => [post.id, tagsShown(post, await read.list(relsOf(post.id)))] as const)))
}

/**
 * The tag that takes another's place today: a lens's page, or what a deleted tag redirects to.
 * `null`: nothing that can be applied to a post.
 */
export async function presentTag(read: Read, from: Tag): Promise<Tag | null> {
  const seen = new Set<string>()
  for (let tag: Tag | undefined = from; tag !== undefined && !seen.has(tag.id);) {
    seen.add(tag.id)
    if (tag.state === 'page' || tag.state === 'placeholder') return tag
    const next: string | null = tag.state === 'lens' ? tag.lensOf : tag.state === 'deleted' ? tag.leadsToId : null
    tag = next === null ? undefined : await read.get(tags, next)
  }
  return null
}
