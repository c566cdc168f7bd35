/**
 * A post's tags with what can be said of them, and those that could be put to it: for the page of a
 * post's tags, and for the sheet that shows the same.
 */
import type { Reason } from '#shared/kernel/verdict.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import type { Post } from '#shared/posts/schema.ts'
import { ownVotesOn, relsOf } from '#shared/wiki/tag-vote-queries.ts'
import { canVoteOnTag, isOnPost, withOwnVote } from '#shared/wiki/tag-vote-rules.ts'
import type { TagRel } from '#shared/wiki/tag-vote-schema.ts'
import type { VoteValue } from '#shared/votes/schema.ts'
import type { TagChoice } from '#shared/wiki/tag-names.ts'
import { choicesLike } from '#shared/wiki/tag-names.ts'

export interface TagLine {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly relevance: number
  readonly voteCount: number
  readonly mine: VoteValue
  /** Why nothing can be said of it; `null`: it can. */
  readonly refused: Reason | null
}

export interface PostTagsView {
  /**
   * At the post, in the order of its chips; then those that the viewer has voted on and that are at
   * it no more.
   */
  readonly tags: readonly TagLine[]
  /** Names that the viewer has typed and that wait to be accepted; left out: none. */
  readonly waiting?: readonly string[]
  readonly core: readonly TagChoice[]
  /** What the words that were typed may mean; `null`: none were typed. */
  readonly found: readonly TagChoice[] | null
}

export async function postTagsView(
  read: Read,
  viewer: Viewer,
  post: Post,
  all: readonly TagChoice[],
  words: string,
): Promise<PostTagsView> {
  const rels = await read.list(relsOf(post.id))
  const votes = await ownVotesOn(read, viewer, rels)
  const own = new Map(votes.map((vote) => [vote.relId, vote]))
  const lines = rels
    .map((rel) => withOwnVote(rel, own.get(rel.id)))
    .filter((rel) => rel.tag.isAway !== true && (isOnPost(rel) || (own.get(rel.id)?.value ?? 0) !== 0))
    .toSorted(inOrder)
  const waiting = rels.filter((rel) => rel.tag.isProposed === true && isSelf(viewer, rel.userId) && rel.relevance > 0)
  return {
    tags: lines.map((rel) => ({
      ...{ id: rel.tagId, name: rel.tag.name, slug: rel.tag.slug, relevance: rel.relevance, voteCount: rel.voteCount },
      mine: own.get(rel.id)?.value ?? 0,
      refused: refusalOf(viewer, post, rel),
    })),
    ...(waiting.length > 0 && { waiting: waiting.map(({ tag }) => tag.name) }),
    core: all.filter(({ isCore }) => isCore),
    found: words.trim() === '' ? null : choicesLike(all, words),
  }
}

/** As chips stand (content.md 12.5). */
function inOrder(a: TagRel, b: TagRel): number {
  return (
    Number(isOnPost(b)) - Number(isOnPost(a)) ||
    Number(b.tag.isCore === true) - Number(a.tag.isCore === true) ||
    b.relevance - a.relevance ||
    (a.tag.name < b.tag.name ? -1 : 1)
  )
}

/** Visitors see the arrows, and are asked to sign in when they press one. */
function refusalOf(viewer: Viewer, post: Post, rel: TagRel): Reason | null {
  const verdict = canVoteOnTag(viewer, post, rel.tag, 1)
  return verdict.allowed || verdict.reason === 'sign-in-first' ? null : verdict.reason
}
