/**
 * What the staff do by mutations that members have as well, or that are older than the log: an
 * entry each, in the mutation's own transaction. The measures write theirs themselves.
 */
import type { Trigger, TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { ban, endSessionsOfMember, setRoles } from '#shared/accounts/mutations.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import { removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { comments } from '#shared/comments/schema.ts'
import { dismissCandidate, publishNotice } from '#shared/curation/mutations.ts'
import { curationNotices } from '#shared/curation/schema.ts'
import {
  askReviewCount,
  publishReviewResults,
  setReviewDates,
  setReviewExclusion,
  setReviewGallery,
  setReviewPhase,
} from '#shared/annual-review/plan-mutations.ts'
import { moveReviewWinner, setReviewWinner, setWinnerPicture } from '#shared/annual-review/winner-mutations.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import { putLocalGroup, removeLocalGroup } from '#shared/local-groups/mutations.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { isSelf, isStaff } from '#shared/kernel/viewer.ts'
import type { AuditEntry } from '#shared/moderation/measure-schema.ts'
import { barFromThread, letBackIn, setScoresHidden } from '#shared/moderation/mutations.ts'
import { noteAudit } from '#shared/moderation/record.ts'
import {
  archivePost,
  restorePost,
  setCommentsLocked,
  setCurated,
  setFrontpage,
  setIgnoresRateLimits,
  setSticky,
  unpublishPost,
} from '#shared/posts/mutations.ts'
import { removeProfilePicture } from '#shared/pictures/profile-picture-mutations.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { setStaffDetail } from '#shared/posts/staff-mutations.ts'
import { deleteScreenshot, resolveError, settleFeedback } from '#shared/reports/mutations.ts'
import { mergePages } from '#shared/wiki/page-status-mutations.ts'
import { endSeasonalEvent, putSeasonalEvent, removeSeasonalEvent } from '#shared/seasonal-events/mutations.ts'
import { putDonationGoal, putSitePage, removeDonationGoal, removeSitePage } from '#shared/site-pages/mutations.ts'

type Details = AuditEntry['details']

/** Of the staff, about others' work; the operator's seed and import are not decisions. */
async function note(context: TriggerContext, act: string, userId: string | null, targetId: string, details: Details): Promise<void> {
  const { viewer } = context
  if (!isStaff(viewer) || (viewer.kind === 'member' && viewer.isOperator === true)) return
  if (userId !== null && isSelf(viewer, userId)) return
  await noteAudit(context, act, { userId, targetId, details })
}

function ofPost<Args extends object>(mutation: Mutation<Args>, idOf: (args: Args) => string): Trigger {
  return defineTrigger(mutation, async (context, args) => {
    const post = await context.tx.get(posts, idOf(args))
    if (post !== undefined && !isAuthor(context.viewer, post)) await note(context, mutation.name, post.authorId, post.id, flat(args))
  })
}

function ofComment<Args extends { readonly id: string }>(mutation: Mutation<Args>): Trigger {
  return defineTrigger(mutation, async (context, args) => {
    const comment = await context.tx.get(comments, args.id)
    if (comment !== undefined) await note(context, mutation.name, comment.authorId, comment.id, flat(args))
  })
}

function ofMember<Args extends { readonly userId: string }>(mutation: Mutation<Args>): Trigger {
  return defineTrigger(mutation, (context, args) => note(context, mutation.name, args.userId, args.userId, flat(args)))
}

/** Errors, feedback and the like are nobody's work. */
function ofNobodys<Args extends { readonly id: string }>(mutation: Mutation<Args>): Trigger {
  return defineTrigger(mutation, (context, args) => note(context, mutation.name, null, args.id, flat(args)))
}

/** Of the annual review of a year. */
function ofReview<Args extends { readonly year: number }>(mutation: Mutation<Args>): Trigger {
  return defineTrigger(mutation, (context, args) => note(context, mutation.name, null, String(args.year), flat(args)))
}

/** What the log can hold of arguments: one level of names and plain values. */
function flat(args: object): Details {
  const plain = Object.entries(args).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)] as const)
  return Object.fromEntries(plain)
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

export const auditTriggers: readonly Trigger[] = [
  ofNobodys(resolveError),
  ofNobodys(settleFeedback),
  ofNobodys(deleteScreenshot),
  defineTrigger(mergePages, (context, args) => note(context, mergePages.name, null, args.fromId, flat(args))),
  // A description is no part of a decision.
  defineTrigger(putLocalGroup, async (context, { id, name }) => {
    const group = await context.tx.get(localGroups, id)
    if (group !== undefined) await note(context, putLocalGroup.name, group.makerId, id, { name })
  }),
  ofNobodys(removeLocalGroup),
  defineTrigger(removeProfilePicture, (context, { id }) => note(context, removeProfilePicture.name, id, id, {})),
  ofReview(setReviewPhase),
  ofReview(setReviewDates),
  ofReview(setReviewExclusion),
  ofReview(askReviewCount),
  ofReview(publishReviewResults),
  ofReview(setReviewWinner),
  ofReview(moveReviewWinner),
  ofReview(setWinnerPicture),
  ofReview(setReviewGallery),
  ofNobodys(putSitePage),
  ofNobodys(removeSitePage),
  // A text is no part of a decision.
  defineTrigger(putSeasonalEvent, (context, { id, kind, title, startAt, endAt }) =>
    note(context, putSeasonalEvent.name, null, id, { kind, title, startAt, endAt }),
  ),
  ofNobodys(endSeasonalEvent),
  ofNobodys(removeSeasonalEvent),
  ofNobodys(putDonationGoal),
  ofNobodys(removeDonationGoal),
  ofPost(setFrontpage, ({ id }) => id),
  ofPost(setCurated, ({ id }) => id),
  ofPost(dismissCandidate, ({ postId }) => postId),
  defineTrigger(publishNotice, async (context, { id }) => {
    const { postId, publishedAt } = await getOrThrow(context.tx, curationNotices, id)
    // A repeated one publishes nothing.
    const post = publishedAt === context.now ? await context.tx.get(posts, postId) : undefined
    if (post !== undefined) await note(context, publishNotice.name, post.authorId, postId, { id })
  }),
  ofPost(setSticky, ({ id }) => id),
  ofPost(setCommentsLocked, ({ id }) => id),
  ofPost(setIgnoresRateLimits, ({ id }) => id),
  ofPost(setStaffDetail, ({ id }) => id),
  ofPost(unpublishPost, ({ id }) => id),
  ofPost(archivePost, ({ id }) => id),
  ofPost(restorePost, ({ id }) => id),
  ofPost(setScoresHidden, ({ id }) => id),
  ofPost(barFromThread, ({ postId }) => postId),
  ofPost(letBackIn, ({ postId }) => postId),
  ofComment(removeComment),
  ofComment(restoreComment),
  ofComment(setCommentMark),
  ofMember(setRoles),
  ofMember(ban),
  ofMember(endSessionsOfMember),
]
