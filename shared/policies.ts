import type { ReadPolicy, ReadPolicies } from './kernel/read-policy.ts'
import type { Row, Table } from './kernel/table.ts'
import type { Doc } from './text/schema.ts'
import { canSeeMember } from './accounts/rules.ts'
import { members, karmaStats } from './accounts/schema.ts'
import { canReadComment, canReadRejection, canReadRemovedText, canSpeak } from './comments/rules.ts'
import { commentPingbacks, comments } from './comments/schema.ts'
import { dialogueInputs } from './dialogues/schema.ts'
import { listings } from './feed/schema.ts'
import { canSeeAnalytics } from './analytics/rules.ts'
import { postDays } from './analytics/schema.ts'
import { boards } from './feed/board-schema.ts'
import { feedSettings, feedTraces, hiddenItems } from './feed/settings-schema.ts'
import { isSelf, isStaff } from './kernel/viewer.ts'
import { accessOf, canReadPost, canReadRevision, isAuthor, withSharesFor } from './posts/rules.ts'
import { invitations } from './posts/invitation-schema.ts'
import { authorships, pingbacks, posts, relatedQuestions, revisions, writings } from './posts/schema.ts'
import { canSeeInlineComment } from './inline-comments/rules.ts'
import { inlineComments } from './inline-comments/schema.ts'
import { threadBans } from './moderation/schema.ts'
import { schedules } from './publishing/schema.ts'
import { canSeeReports } from './reports/rules.ts'
import { bookmarks, readerSettings, readingPlaces, readMarks } from './reading/schema.ts'
import { tallyFor } from './polls/rules.ts'
import { pollTallies, pollVoteId, pollVotes } from './polls/schema.ts'
import { bookSets } from './books/schema.ts'
import { canSeeTerm, canSeeTermVersions } from './glossary/rules.ts'
import { glossaries, glossaryTerms, termVersions } from './glossary/schema.ts'
import { predictionOutcomes, predictions } from './predictions/schema.ts'
import { canSeeReactions } from './reactions/queries.ts'
import { reactions, reactionTallies } from './reactions/schema.ts'
import { canSeeTypo } from './reactions/typo-rules.ts'
import { typoSuggestions } from './reactions/typo-schema.ts'
import { karmaNews } from './notifications/karma-schema.ts'
import { canSeeKarma, canSeeNotification } from './notifications/rules.ts'
import { notifications, noticeSettings } from './notifications/schema.ts'
import { subjectRows } from './notifications/subjects.ts'
import { canEditSequence, canReadSequence } from './sequences/rules.ts'
import { books, chapters, collections, sequencePosts, sequences } from './sequences/schema.ts'
import { targetOf } from './spotlights/queries.ts'
import { canSeeSpotlight } from './spotlights/rules.ts'
import { spotlights } from './spotlights/schema.ts'
import { subscriptions } from './subscriptions/schema.ts'
import { canSeeVotePattern } from './votes/rules.ts'
import { tallies, votePatterns, votes, voteWarnings } from './votes/schema.ts'
import { tagRels, tagVotes } from './wiki/tag-vote-schema.ts'
import { canSeeTag } from './wiki/rules.ts'
import { contributions, provenances, tagChanges, tagFlags, tags, tagSlugs } from './wiki/schema.ts'

/** Measures against an account are its own and the staff's business (community.md 15). */
const unspoken = { bannedUntil: null, postingDisabled: false, commentingDisabled: false, votingDisabled: false, approvedBy: null } as const

/** Stands in for the text of a removed comment. */
const withheld: Doc = { type: 'doc', content: [] }

const policiesByTable = new Map<string, ReadPolicy<never>>()

function policy<R extends Row>(table: Table<R>, judge: ReadPolicy<R>): void {
  // The read policy is kept under its own table's name and only ever handed rows of that table, see
  // `policies.of`.
  policiesByTable.set(table.name, judge as unknown as ReadPolicy<never>)
}

policy(members, (member, viewer) => {
  if (!canSeeMember(viewer, member).allowed) return undefined
  return isStaff(viewer) || isSelf(viewer, member.id) ? member : { ...member, ...unspoken }
})
policy(karmaStats, (stats) => stats)
policy(posts, (post, viewer) => (canReadPost(viewer, post).allowed ? withSharesFor(viewer, post) : undefined))
policy(authorships, (authorship, viewer) => (isSelf(viewer, authorship.userId) ? authorship : undefined))
policy(invitations, (invitation, viewer) => (isSelf(viewer, invitation.inviterId) ? invitation : undefined))
policy(writings, async (writing, viewer, read) => {
  const post = await read.get(posts, writing.id)
  return post !== undefined && accessOf(viewer, post) !== 'none' ? writing : undefined
})
policy(schedules, async (schedule, viewer, read) => {
  const post = await read.get(posts, schedule.id)
  return post !== undefined && accessOf(viewer, post) !== 'none' ? schedule : undefined
})
policy(inlineComments, async (inlineComment, viewer, read) => {
  const post = await read.get(posts, inlineComment.postId)
  return post !== undefined && canSeeInlineComment(viewer, inlineComment, post) ? inlineComment : undefined
})
policy(listings, (listing) => listing)
policy(postDays, async (day, viewer, read) => {
  const post = await read.get(posts, day.postId)
  return post !== undefined && canSeeAnalytics(viewer, post).allowed ? day : undefined
})
// Ids and sums of public work, of accounts that stand.
policy(boards, (board) => board)
policy(feedSettings, (settings, viewer) => (isSelf(viewer, settings.id) ? settings : undefined))
policy(hiddenItems, (item, viewer) => (isSelf(viewer, item.userId) ? item : undefined))
policy(feedTraces, (trace, viewer) => (isSelf(viewer, trace.id) ? trace : undefined))
// Two ids of public posts; the posts themselves pass their own read policy.
policy(pingbacks, (pingback) => pingback)
// Of ids, too: what they name passes its own read policy.
policy(commentPingbacks, (pingback) => pingback)
policy(relatedQuestions, (related) => related)
policy(votes, (vote, viewer) => (isSelf(viewer, vote.userId) ? vote : undefined))
policy(pollVotes, (vote, viewer) => (isSelf(viewer, vote.userId) ? vote : undefined))
policy(pollTallies, async (tally, viewer, read) => {
  const post = await read.get(posts, tally.postId)
  if (post === undefined || !canReadPost(viewer, post).allowed) return undefined
  const mine =
    tally.held !== 'afterVoting' || viewer.kind === 'visitor'
      ? undefined
      : await read.get(pollVotes, pollVoteId(tally.postId, tally.pollUid, viewer.userId))
  return tallyFor(tally, (mine?.optionUids.length ?? 0) > 0)
})
policy(predictions, async (prediction, viewer, read) => {
  const post = await read.get(posts, prediction.postId)
  return post !== undefined && canReadPost(viewer, post).allowed ? prediction : undefined
})
policy(predictionOutcomes, async (outcome, viewer, read) => {
  const post = await read.get(posts, outcome.postId)
  return post !== undefined && canReadPost(viewer, post).allowed ? outcome : undefined
})
policy(glossaryTerms, async (term, viewer, read) => {
  const post = await read.get(posts, term.postId)
  return post !== undefined && canSeeTerm(viewer, term, post) ? term : undefined
})
policy(termVersions, async (version, viewer, read) => {
  const post = await read.get(posts, version.postId)
  return post !== undefined && canSeeTermVersions(viewer, post) ? version : undefined
})
// That a public post explains its words; the post passes its own read policy.
policy(glossaries, (glossary) => glossary)
policy(reactions, (reaction, viewer) => (isSelf(viewer, reaction.userId) ? reaction : undefined))
policy(reactionTallies, async (tally, viewer, read) => ((await canSeeReactions(read, viewer, tally)) ? tally : undefined))
policy(typoSuggestions, async (typo, viewer, read) => {
  const post = await read.get(posts, typo.postId)
  const comment = typo.targetKind === 'post' ? null : await read.get(comments, typo.targetId)
  return post !== undefined && comment !== undefined && canSeeTypo(viewer, typo, { post, comment }) ? typo : undefined
})
policy(voteWarnings, (warning, viewer) => (isSelf(viewer, warning.id) ? warning : undefined))
policy(votePatterns, (pattern, viewer) => (canSeeVotePattern(viewer, pattern).allowed ? pattern : undefined))
policy(bookmarks, (bookmark, viewer) => (isSelf(viewer, bookmark.userId) ? bookmark : undefined))
policy(subscriptions, (subscription, viewer) => (isSelf(viewer, subscription.userId) ? subscription : undefined))
policy(noticeSettings, (settings, viewer) => (isSelf(viewer, settings.userId) ? settings : undefined))
policy(notifications, async (notification, viewer, read) => {
  const post = notification.postId === null ? undefined : await read.get(posts, notification.postId)
  const comment = notification.commentId === null ? undefined : await read.get(comments, notification.commentId)
  const subject = await subjectRows(read, notification.subject)
  return canSeeNotification(viewer, notification, { post, comment, subject }) ? notification : undefined
})
policy(karmaNews, async (news, viewer, read) => {
  if (!isSelf(viewer, news.userId)) return undefined
  const shown = await Promise.all(
    news.items.map(async ({ targetKind, targetId, postId }) => {
      const comment = targetKind === 'comment' ? await read.get(comments, targetId) : undefined
      return canSeeKarma(viewer, { post: await read.get(posts, postId), comment })
    }),
  )
  return { ...news, items: news.items.filter((_item, at) => shown[at]) }
})
policy(readMarks, (mark, viewer) => (isSelf(viewer, mark.userId) ? mark : undefined))
policy(readingPlaces, (kept, viewer) => (isSelf(viewer, kept.userId) ? kept : undefined))
policy(readerSettings, (settings, viewer) => (isSelf(viewer, settings.id) ? settings : undefined))
policy(revisions, async (revision, viewer, read) => {
  const post = await read.get(posts, revision.postId)
  if (post === undefined || !canReadRevision(viewer, revision, post).allowed) return undefined
  if (revision.subjectKind === 'post') return revision
  const comment = await read.get(comments, revision.subjectId)
  return comment && canReadComment(viewer, comment, post).allowed && canReadRemovedText(viewer, comment) ? revision : undefined
})
policy(comments, async (comment, viewer, read) => {
  const post = await read.get(posts, comment.postId)
  if (post === undefined || !canReadComment(viewer, comment, post).allowed) return undefined
  const shown = comment.rejectedReason === undefined || canReadRejection(viewer, comment) ? comment : { ...comment, rejectedReason: '' }
  return canReadRemovedText(viewer, comment) ? shown : { ...shown, body: withheld }
})
policy(dialogueInputs, async (input, viewer, read) => {
  const post = await read.get(posts, input.postId)
  return post !== undefined && canSpeak(viewer, post).allowed ? input : undefined
})
policy(tallies, async (tally, viewer, read) => {
  const post = await read.get(posts, tally.postId)
  return post !== undefined && canReadPost(viewer, post).allowed ? tally : undefined
})
policy(tagRels, async (rel, viewer, read) => {
  // What a deleted page was called is the staff’s to know.
  if (rel.tag.isAway === true && !isStaff(viewer)) return undefined
  const post = await read.get(posts, rel.postId)
  return post !== undefined && canReadPost(viewer, post).allowed ? rel : undefined
})
// With voter and power: what is said of a tag is said in public (content.md 9.12).
policy(tagVotes, async (vote, viewer, read) => {
  if (isSelf(viewer, vote.userId)) return vote
  const post = await read.get(posts, vote.postId)
  return post !== undefined && canReadPost(viewer, post).allowed ? vote : undefined
})
policy(threadBans, async (ban, viewer, read) => {
  if (isSelf(viewer, ban.ownerId) || isSelf(viewer, ban.userId) || isStaff(viewer)) return ban
  const post = ban.postId === null ? undefined : await read.get(posts, ban.postId)
  return post !== undefined && isAuthor(viewer, post) ? ban : undefined
})
policy(sequences, (sequence, viewer) => {
  const readable = canReadSequence(viewer, sequence)
  if (readable.allowed) return sequence
  // That it was here and is taken down is no secret; what it said is.
  if (readable.reason !== 'sequence-is-removed') return undefined
  return { ...sequence, title: '', body: withheld, bannerUrl: null, cardUrl: null, removedById: null }
})
policy(chapters, async (chapter, viewer, read) => {
  const sequence = await read.get(sequences, chapter.sequenceId)
  if (sequence === undefined || !canReadSequence(viewer, sequence).allowed) return undefined
  if (chapter.hiddenIds === undefined || canEditSequence(viewer, sequence).allowed) return chapter
  const { hiddenIds, ...shown } = chapter
  return { ...shown, postIds: chapter.postIds.filter((id) => !hiddenIds.includes(id)) }
})
policy(sequencePosts, async (place, viewer, read) => {
  const sequence = await read.get(sequences, place.sequenceId)
  if (sequence === undefined || !canReadSequence(viewer, sequence).allowed) return undefined
  return place.isHidden === true && !canEditSequence(viewer, sequence).allowed ? undefined : place
})
policy(spotlights, async (spotlight, viewer, read) =>
  canSeeSpotlight(viewer, spotlight, await targetOf(read, spotlight)) ? spotlight : undefined,
)
// Public work of administrators.
policy(bookSets, (bookSet) => bookSet)
policy(tags, async (tag, viewer, read) => (canSeeTag(viewer, tag, await read.get(posts, tag.id)) ? tag : undefined))
// A name that is or was in an address; what it leads to passes its own read policy.
policy(tagSlugs, (place) => place)
policy(tagFlags, (flag) => flag)
policy(tagChanges, async (change, viewer, read) => {
  const tag = await read.get(tags, change.tagId)
  return tag !== undefined && canSeeTag(viewer, tag, await read.get(posts, tag.id)) ? change : undefined
})
policy(contributions, async (contribution, viewer, read) => {
  const post = await read.get(posts, contribution.postId)
  return post !== undefined && canReadPost(viewer, post).allowed ? contribution : undefined
})
policy(provenances, async (provenance, viewer, read) => {
  const post = await read.get(posts, provenance.postId)
  return post !== undefined && canReadPost(viewer, post).allowed ? provenance : undefined
})
// Public work of administrators; the sequences and posts in it pass their own read policies.
policy(collections, (collection) => collection)
policy(books, (book) => book)
const forAdmins: ReadPolicy<never> = (row, viewer) => (canSeeReports(viewer).allowed ? row : undefined)
// By name: devices load this file too, and never need to know what such a row is.
for (const name of ['error_groups', 'error_events', 'error_days', 'feedback_messages']) policiesByTable.set(name, forAdmins)

/** What has no read policy (credentials, sessions, tokens, limits) never leaves the server. */
export const policies: ReadPolicies = {
  of<R extends Row>(table: Table<R>): ReadPolicy<R> {
    const found = policiesByTable.get(table.name)
    if (found === undefined) throw new TypeError(`${table.name} has no read policy: its rows never leave the server`)
    // Registered by `policy` above with the row type of this very table.
    return found as unknown as ReadPolicy<R>
  },
}
