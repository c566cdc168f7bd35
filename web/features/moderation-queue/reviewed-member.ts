import { karmaStatsOf, memberCards } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { commentsOfMember } from '#shared/comments/queries.ts'
import { openReportsAbout } from '#shared/content-reports/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { reviewClaims } from '#shared/moderation-queue/schema.ts'
import { postsOfMember } from '#shared/moderation-queue/queries.ts'
import { actionFacts } from '#shared/moderation/action-types.ts'
import { actionsOn, activeLimits, isActive, reviewOf } from '#shared/moderation/measure-queries.ts'
import { canAgainst, canPurge } from '#shared/moderation/measure-rules.ts'
import { takenFrom } from '#shared/moderation/rights.ts'
import { roleWords } from '#shared/moderation/role-words.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { visibleText } from '#shared/text/measure.ts'
import { shortened } from '#shared/text/shorten.ts'
import { tallies } from '#shared/votes/schema.ts'

const shown = { items: 12, actions: 20, reports: 20, characters: 900 } as const

export type ReviewedView = NonNullable<Awaited<ReturnType<typeof loadReviewed>>>['view']
export type ReviewedItem = ReviewedView['items'][number]

/** All that a moderator looks at before deciding; the newest of each. `null`: not a member. */
export async function loadReviewed(data: PageData, userId: string) {
  const { read, viewer, now } = data
  const member = await read.get(members, userId)
  if (member === undefined) return null
  const review = await reviewOf(read, userId)
  const actions = await read.list(actionsOn(userId, shown.actions))
  const limits = await activeLimits(read, userId, now)
  const reports = await read.list(openReportsAbout(userId, shown.reports))
  const claim = await read.get(reviewClaims, userId)
  const cards = await memberCards(read, [
    ...new Set([...actions.flatMap(({ byId }) => byId ?? []), ...reports.map(({ reporterId }) => reporterId), claim?.byId ?? '']),
  ])
  const nameOf = (id: string | null): string | null => (id === null ? null : (cards.get(id)?.name ?? null))
  const { items, bodies } = await itemsOf(data, userId)
  const isHeld = claim !== undefined && claim.endsAt > now && viewer.kind === 'member' && claim.byId !== viewer.userId
  const { karma, postCount, commentCount } = await karmaStatsOf(read, userId)
  return {
    view: {
      ...{ userId, name: member.displayName, slug: member.slug, bio: member.bio, joinedAt: member.joinedAt },
      ...{ karma, postCount, commentCount, bannedUntil: (member.bannedUntil ?? 0) > now ? member.bannedUntil : null },
      isApproved: member.approvedBy !== null,
      roles: [...(member.isAdmin ? ['Administrator'] : []), ...member.groups.map((group) => roleWords[group])],
      taken: takenFrom(member),
      needsReview: review.needsReview,
      reasons: review.reasons.map((type) => actionFacts(type).label),
      isFlagged: review.isFlagged,
      snoozedUntilCount: review.snoozedUntilCount,
      notes: review.notes,
      /** What has been decided by now: a mutation names it, so that two do not decide at once. */
      seen: review.decidedAt ?? 0,
      heldBy: isHeld ? (nameOf(claim.byId) ?? 'Another moderator') : null,
      mayTakeMeasures: canAgainst(viewer, 'ban', member).allowed,
      mayPurge: canPurge(viewer, member, now).allowed,
      actions: actions.map((action) => ({
        ...{ id: action.id, label: actionFacts(action.type).label, at: action.at, detail: action.detail },
        by: nameOf(action.byId),
        isActive: isActive(action, now),
      })),
      limits: limits.map(({ id, type, actionsPerInterval, intervalLength, intervalUnit, endsAt }) => ({
        ...{ id, type, actionsPerInterval, intervalLength, intervalUnit, endsAt },
      })),
      reports: reports.map(({ id, targetId, reason, message, createdAt, reporterId }) => ({
        ...{ id, targetId, reason, message, at: createdAt },
        by: nameOf(reporterId) ?? 'A member',
      })),
      items,
    },
    bodies,
  }
}

/** Posts and comments together, the newest first. */
async function itemsOf(data: PageData, userId: string) {
  const { read } = data
  const written = await read.list(postsOfMember(userId, shown.items))
  const said = await read.list(commentsOfMember(userId, shown.items))
  const under = new Map((await read.getMany(posts, [...new Set(said.map(({ postId }) => postId))])).map((post) => [post.id, post]))
  const scores = new Map(
    (
      await read.getMany(
        tallies,
        [...written, ...said].map(({ id }) => id),
      )
    ).map((tally) => [tally.id, tally]),
  )
  const scoreOf = (id: string) => ({ score: scores.get(id)?.baseScore ?? 0, votes: scores.get(id)?.approvalVoteCount ?? 0 })
  const essays = await Promise.all(
    written.map(async (post) => ({
      ...{ id: post.id, kind: 'post' as const, title: post.title, href: links.post(post), at: post.publishedAt ?? post.createdAt },
      ...{ isWaiting: post.awaitsReview, rejectedReason: post.rejectedReason, isRemoved: false, excerpt: await excerptOf(read, post) },
      ...scoreOf(post.id),
    })),
  )
  const comments = said.map((comment) => {
    const post = under.get(comment.postId)
    return {
      ...{ id: comment.id, kind: 'comment' as const, title: post?.title ?? 'A post that is no longer here', at: comment.postedAt },
      href: post === undefined ? null : links.commentInThread(post, comment.id),
      ...{ isWaiting: comment.awaitsReview, rejectedReason: comment.rejectedReason ?? null, isRemoved: comment.removedBy !== null },
      ...{ excerpt: '', ...scoreOf(comment.id) },
    }
  })
  const items = [...essays, ...comments].toSorted((a, b) => b.at - a.at).slice(0, shown.items)
  const isShown = new Set(items.map(({ id }) => id))
  const bodies = Object.fromEntries(
    said
      .filter(({ id }) => isShown.has(id))
      .map(({ id, body }) => [id, data.html(body, { idPrefix: `${id}-`, profile: 'comment', trusted: false })]),
  )
  return { items, bodies }
}

async function excerptOf(read: Read, post: Post): Promise<string> {
  const revision = await read.get(revisions, post.revisionId ?? post.latestRevisionId)
  return revision === undefined ? '' : shortened(visibleText(revision.body), shown.characters)
}
