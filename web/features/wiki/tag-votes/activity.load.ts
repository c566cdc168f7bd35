import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { isListed } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { newestPages } from '#shared/wiki/page-queries.ts'
import { newestTagVotes } from '#shared/wiki/tag-vote-queries.ts'
import { canVoteOnTag } from '#shared/wiki/tag-vote-rules.ts'
import type { TagVote } from '#shared/wiki/tag-vote-schema.ts'
import { relId, tagRels, tagVoteId, tagVotes } from '#shared/wiki/tag-vote-schema.ts'
import type { LoadRequest } from '../../../app/route.ts'
import { personView } from '../../../blocks/people.ts'
import { limitOf } from '../../../blocks/posts/limit-of.ts'

/** content.md 9.12 */
const votesShown = 200
const maxShown = 2_000
const newestShown = 20

/** `/wActivity`: what was said of how relevant tags are, and by whom; and the newest pages. */
export async function loadWikiActivity(data: PageData, { url }: LoadRequest) {
  const { read, now } = data
  const limit = limitOf(url.searchParams, votesShown, maxShown)
  const found = await read.list(newestTagVotes(limit + 1))
  const newest = await read.list(newestPages(newestShown))
  return {
    head: {
      title: 'Tag votes',
      description: 'Votes on tags, and the newest wiki pages.',
      canonical: links.wikiActivity(),
    },
    now,
    newest: newest.map(({ id, name, slug, createdAt }) => ({ id, name, href: links.wiki(slug ?? id), at: createdAt })),
    votes: await tagVoteViews(data, found.slice(0, limit)),
    more: found.length > limit && limit < maxShown ? links.wikiActivity({ limit: limit + votesShown }) : null,
  }
}

/** Who said it, of which post and tag, and what this viewer says of the same. */
export async function tagVoteViews({ read, viewer }: PageData, votes: readonly TagVote[]) {
  const [cards, ofPosts, ofRels, mine] = await Promise.all([
    memberCards(
      read,
      votes.map(({ userId }) => userId),
    ),
    read.getMany(posts, [...new Set(votes.map(({ postId }) => postId))]),
    read.getMany(tagRels, [...new Set(votes.map((vote) => vote.relId))]),
    viewer.kind === 'visitor'
      ? []
      : read.getMany(tagVotes, [...new Set(votes.map(({ postId, tagId }) => tagVoteId(viewer.userId, postId, tagId)))]),
  ])
  const postsById = new Map(ofPosts.filter(isListed).map((post) => [post.id, post]))
  const relsById = new Map(ofRels.map((rel) => [rel.id, rel]))
  const mineById = new Map(mine.map((vote) => [vote.relId, vote.value]))
  return votes.flatMap(({ id, userId, postId, tagId, power, at }) => {
    const post = postsById.get(postId)
    const rel = relsById.get(relId(postId, tagId))
    // What waits is in no public list, for those either who may decide on it.
    if (post === undefined || rel === undefined || rel.tag.isProposed === true || at === null) return []
    const verdict = canVoteOnTag(viewer, post, rel.tag, 1)
    const refused = verdict.allowed || verdict.reason === 'sign-in-first' ? null : verdict.reason
    return [
      {
        ...{ id, at, power, postId, by: personView(cards.get(userId) ?? unknownMember) },
        ...{ isMine: viewer.kind === 'member' && userId === viewer.userId, post: { id: postId, slug: post.slug, title: post.title } },
        line: {
          ...{ id: tagId, name: rel.tag.name, slug: rel.tag.slug, relevance: rel.relevance, voteCount: rel.voteCount },
          ...{ mine: mineById.get(rel.id) ?? 0, refused },
        },
      },
    ]
  })
}

export type TagVoteView = Awaited<ReturnType<typeof tagVoteViews>>[number]
