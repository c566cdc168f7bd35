import type { Mutation } from './kernel/mutation.ts'
import type { Table } from './kernel/table.ts'
import { members } from './accounts/schema.ts'
import { setCommentMark } from './comments/mark-mutations.ts'
import { editComment, postComment, postQuickTake, removeComment, restoreComment } from './comments/mutations.ts'
import { commentPingbacks, comments } from './comments/schema.ts'
import { archivePost, createPost, publishPost, restorePost, setPostDetail, unpublishPost } from './posts/mutations.ts'
import { acceptCoauthor, endCoauthor, inviteCoauthor, setCoauthor } from './posts/coauthor-mutations.ts'
import { invitations } from './posts/invitation-schema.ts'
import { publishDialogue, sayInDialogue, setDialogueInput } from './dialogues/mutations.ts'
import { dialogueInputs } from './dialogues/schema.ts'
import { setLinkSharing, sharePost, unsharePost } from './posts/share-mutations.ts'
import { authorships, pingbacks, posts, relatedQuestions, revisions, writings } from './posts/schema.ts'
import { saveVersion } from './posts/version-mutations.ts'
import { callOffSchedule, moveSchedule, schedulePost } from './publishing/mutations.ts'
import { schedules } from './publishing/schema.ts'
import { karmaNews } from './notifications/karma-schema.ts'
import { chooseNotices, markAllViewed, seeKarma, setViewed } from './notifications/mutations.ts'
import { notifications, noticeSettings } from './notifications/schema.ts'
import { setSubscription } from './subscriptions/mutations.ts'
import { subscriptions } from './subscriptions/schema.ts'
import { voteInPoll } from './polls/mutations.ts'
import { pollTallies, pollVotes } from './polls/schema.ts'
import { glossaryTerms } from './glossary/schema.ts'
import { setPrediction } from './predictions/mutations.ts'
import { predictionOutcomes, predictions } from './predictions/schema.ts'
import { setFeedSettings, setHidden } from './feed/settings-mutations.ts'
import { feedSettings, hiddenItems } from './feed/settings-schema.ts'
import { setBookmark, setReaderSetting, setReadingPlace, setReadMark } from './reading/mutations.ts'
import { bookmarks, readerSettings, readingPlaces, readMarks } from './reading/schema.ts'
import { editInlineComment, postInlineComment, removeInlineComment, resolveInlineComment } from './inline-comments/mutations.ts'
import { inlineComments } from './inline-comments/schema.ts'
import { setReaction } from './reactions/mutations.ts'
import { reactions, reactionTallies } from './reactions/schema.ts'
import { decideSuggestion, suggestChange } from './inline-comments/suggest-mutations.ts'
import {
  addChapter,
  createSequence,
  moveChapter,
  putPostInSequence,
  removeChapter,
  setChapterDetail,
  setSequenceDetail,
  setSequenceRemoved,
  takePostFromSequence,
} from './sequences/mutations.ts'
import { chapters, sequencePosts, sequences } from './sequences/schema.ts'
import { readVoteWarning, setVote } from './votes/mutations.ts'
import { voteOnTag } from './wiki/tag-vote-mutations.ts'
import { tagRels, tagVotes } from './wiki/tag-vote-schema.ts'
import { createPage, publishPage } from './wiki/mutations.ts'
import { moveLens, moveSummary, removeSummary, setSummary } from './wiki/summary-mutations.ts'
import { tallies, votes, voteWarnings } from './votes/schema.ts'
import { contributions, tagChanges, tags } from './wiki/schema.ts'

/** What devices hold copies of; the rest stays on the server, or travels as finished pages. */
export const deviceTables: readonly Table[] = [
  posts,
  revisions,
  writings,
  authorships,
  invitations,
  schedules,
  inlineComments,
  comments,
  dialogueInputs,
  tallies,
  pingbacks,
  commentPingbacks,
  relatedQuestions,
  votes,
  pollTallies,
  pollVotes,
  predictions,
  predictionOutcomes,
  glossaryTerms,
  reactions,
  reactionTallies,
  voteWarnings,
  bookmarks,
  readMarks,
  subscriptions,
  notifications,
  noticeSettings,
  karmaNews,
  feedSettings,
  hiddenItems,
  readingPlaces,
  readerSettings,
  sequences,
  chapters,
  sequencePosts,
  tags,
  tagRels,
  tagVotes,
  tagChanges,
  contributions,
  members,
].map(anyTable)

/**
 * What devices do by themselves and send later (content.md 13); the rest is asked of the server,
 * which must be there.
 */
export const deviceMutations: readonly Mutation<unknown>[] = [
  postComment,
  editComment,
  removeComment,
  restoreComment,
  postQuickTake,
  setCommentMark,
  sayInDialogue,
  setDialogueInput,
  publishDialogue,
  setVote,
  voteInPoll,
  setPrediction,
  setReaction,
  readVoteWarning,
  setBookmark,
  setReadMark,
  setSubscription,
  setViewed,
  markAllViewed,
  chooseNotices,
  seeKarma,
  setFeedSettings,
  setHidden,
  setReadingPlace,
  setReaderSetting,
  createPost,
  setPostDetail,
  publishPost,
  saveVersion,
  schedulePost,
  moveSchedule,
  callOffSchedule,
  unpublishPost,
  archivePost,
  restorePost,
  inviteCoauthor,
  acceptCoauthor,
  endCoauthor,
  setCoauthor,
  sharePost,
  unsharePost,
  setLinkSharing,
  postInlineComment,
  editInlineComment,
  resolveInlineComment,
  removeInlineComment,
  suggestChange,
  decideSuggestion,
  createSequence,
  setSequenceDetail,
  setSequenceRemoved,
  addChapter,
  setChapterDetail,
  moveChapter,
  removeChapter,
  putPostInSequence,
  takePostFromSequence,
  voteOnTag,
  createPage,
  publishPage,
  setSummary,
  removeSummary,
  moveSummary,
  moveLens,
].map(anyMutation)

// Tables and mutations of different rows and arguments stand in one list; each is only ever used
// with what its own schema parsed.
function anyTable(table: unknown): Table {
  return table as Table
}

function anyMutation(mutation: unknown): Mutation<unknown> {
  return mutation as Mutation<unknown>
}
