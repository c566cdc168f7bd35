import type { Post } from '../posts/schema.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { VoteValue } from '../votes/schema.ts'
import type { TagFacts, TagRel, TagVote } from './tag-vote-schema.ts'
import type { Tag } from './schema.ts'
import { slugify } from '../kernel/slug.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin, isStaff } from '../kernel/viewer.ts'
import { canReadPost, isAuthor } from '../posts/rules.ts'
import { compareNames } from '../text/compare-names.ts'
import { kindFacts } from '../posts/kinds.ts'

export const tagVoteFigures = {
  /** Whose up-vote holds up a removal-resistant tag (content.md 12.6). */
  karmaToHold: 2_000,
  /** What such a tag is worth at least, while it is held up. */
  held: 1,
  /** Of one post, those that it has no more among them. */
  maxRels: 100,
  /** So many of a tag’s earlier addresses go on to be lists of its posts. */
  oldSlugs: 5,
} as const

/** What is carried with the rels of a tag. */
export function factsOf(tag: Tag): TagFacts {
  const isTag = (tag.state === 'page' || tag.state === 'placeholder') && !tag.isWikiOnly
  return {
    name: tag.name,
    slug: tag.slug ?? '',
    ...(tag.oldSlugs.length > 0 && { oldSlugs: tag.oldSlugs.slice(-tagVoteFigures.oldSlugs) }),
    ...(tag.isCore && { isCore: true }),
    ...(tag.isAuthorOnly && { isAuthorOnly: true }),
    ...(tag.isRemovalResistant && { isRemovalResistant: true }),
    ...(tag.tagVoters !== null && { voters: tag.tagVoters }),
    ...((!isTag || tag.slug === null) && { isAway: true }),
    ...(tag.state === 'proposed' && { isProposed: true }),
  }
}

/** Whether this is a post that takes tags at all: a published one. */
function takesTags(viewer: Viewer, post: Post): Verdict {
  const readable = canReadPost(viewer, post)
  if (!readable.allowed) return readable
  if (post.status !== 'published') return deny(post.status === 'draft' ? 'post-is-draft' : 'post-is-removed')
  if (post.rejectedReason !== null) return deny('post-is-rejected')
  return kindFacts(post).isTagged ? allow : deny('not-for-tags')
}

/**
 * How relevant a tag is to a post: members, on what they can read, as far as the tag lets them
 * (content.md 12.5). What one has said may always be taken back.
 */
export function canVoteOnTag(viewer: Viewer, post: Post, tag: TagFacts, value: VoteValue): Verdict {
  const open = takesTags(viewer, post)
  if (!open.allowed && open.reason === 'not-found') return open
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (!open.allowed) return open
  if (viewer.votingDisabled) return deny('voting-disabled')
  if (value === 0) return allow
  if (tag.isAway === true) return deny('tag-is-away')
  const isOwn = isAuthor(viewer, post)
  if (tag.isAuthorOnly === true && !isOwn && !isStaff(viewer)) return deny('tag-is-for-authors')
  if (tag.voters === undefined || isAdmin(viewer)) return allow
  const { voters } = tag
  const isNamed =
    (isOwn && voters.includes('authors')) ||
    (isOwn && value > 0 && voters.includes('authorsUpwards')) ||
    viewer.groups.some((group) => voters.includes(group))
  return isNamed ? allow : deny('tag-votes-are-limited')
}

/** What a vote means for a tag that is removal-resistant. */
export function holdOf(viewer: Viewer, value: VoteValue): TagVote['hold'] {
  if (viewer.kind === 'visitor' || value === 0) return 'none'
  if (value < 0) return isStaff(viewer) ? 'down' : 'none'
  const mayHold = isStaff(viewer) || viewer.groups.includes('trusted') || viewer.karma >= tagVoteFigures.karmaToHold
  return mayHold ? 'up' : 'none'
}

/**
 * The sum of the votes; of a tag that is held up at least 1. Powers are whole numbers, so that what
 * is at a post at all has 1 or more.
 */
export function tagScoreOf({ baseScore, isHeldUp }: Pick<TagRel, 'baseScore' | 'isHeldUp'>): number {
  return isHeldUp ? Math.max(tagVoteFigures.held, baseScore) : baseScore
}

export const isOnPost = ({ tag, relevance }: Pick<TagRel, 'tag' | 'relevance'>): boolean => relevance > 0 && tag.isAway !== true

/** A chip under a title. */
export interface PostTag {
  /** `null`: the tag has no page yet, for the post has not reached the server. */
  readonly id: string | null
  readonly name: string
  readonly slug: string
  readonly oldSlugs?: readonly string[]
  readonly relevance: number
  readonly isCore: boolean
}

/**
 * The tags of a post in the order of content.md 12.5: core tags first, then by relevance, then by
 * name.
 */
export function tagsShown(
  post: Pick<Post, 'tags' | 'slug' | 'status'>,
  rels: readonly TagRel[],
  votes: readonly TagVote[] = [],
): readonly PostTag[] {
  const own = new Map(votes.map((vote) => [vote.relId, vote]))
  const shown = rels
    .map((rel) => withOwnVote(rel, own.get(rel.id)))
    .filter(isOnPost)
    .map(({ tagId, tag, relevance }) => ({
      ...{ id: tagId, name: tag.name, slug: tag.slug, relevance, isCore: tag.isCore === true },
      ...(tag.oldSlugs !== undefined && { oldSlugs: tag.oldSlugs }),
    }))
  if (rels.length === 0 && post.status === 'published' && post.slug === null) {
    // Published here, and still on its way: the words its author chose.
    return post.tags.map((name) => ({ id: null, name, slug: slugify(name), relevance: 1, isCore: false }))
  }
  return shown.toSorted((a, b) => Number(b.isCore) - Number(a.isCore) || b.relevance - a.relevance || compareNames(a.name, b.name))
}

/** The rel as it is once the member's own vote is counted, which may still be on its way. */
export function withOwnVote(rel: TagRel, vote: TagVote | undefined): TagRel {
  if (vote === undefined || vote.power === vote.tallied) return rel
  const baseScore = rel.baseScore + vote.power - vote.tallied
  const isHeldUp = rel.isHeldUp || (rel.tag.isRemovalResistant === true && vote.hold === 'up')
  const voteCount = rel.voteCount + Number(vote.power !== 0) - Number(vote.tallied !== 0)
  return { ...rel, baseScore, isHeldUp, voteCount, relevance: tagScoreOf({ baseScore, isHeldUp }) }
}
