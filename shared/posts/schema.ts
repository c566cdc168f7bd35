import * as z from 'zod/mini'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyoneUnder, own } from '../kernel/visibility.ts'
import { EssayBody } from '../text/schema.ts'
import { commentOrders } from '../comments/orders.ts'
import { holdings, textKinds } from './kinds.ts'
import { DraftTitle, Language, PlainDate, Tags, WebAddress } from './fields.ts'
import { LinkShare, Share } from './shares.ts'

/** Of a wiki page: who may edit it, where that is not everybody. */
export const Editing = z.strictObject({
  isAdminOnly: z.boolean(),
  /** `null`: every member whom the rules let. */
  editorIds: z.nullable(z.array(Id)),
})
export type Editing = z.infer<typeof Editing>

/**
 * A post's metadata; its text stands in revisions. Written by: author (title, kind, link, language,
 * tags, consent), derive (slug, version, counts, excerpt, dates), moderators (frontpage, curated,
 * sticky, lock).
 */
export const Post = z.object({
  id: Id,
  authorId: Id,
  coauthorIds: z.array(Id),
  title: z.string(),
  /**
   * Derived from the title at first publication; unique among posts. `null` while never published.
   */
  slug: z.nullable(z.string()),
  /** Settled when it is made: what is a wiki page stays one, and nothing becomes one. */
  kind: z.enum(textKinds),
  /** http(s) address a linkpost points at. */
  linkUrl: z.nullable(z.string()),
  /**
   * The question that this one was asked under, for good; whether that still stands is another
   * matter.
   */
  parentQuestionId: z.optional(Id),
  /**
   * Of such a question, as its authors wish: it stands under the other, and in none of the lists
   * beside its authors' own.
   */
  isOffLists: z.optional(z.boolean()),
  /**
   * As the staff have said (staff-mutations.ts): who has its address reads it, and it stands in no
   * list, feed or search.
   */
  isUnlisted: z.optional(z.boolean()),
  isNotRecommended: z.optional(z.boolean()),
  isOffDiscussion: z.optional(z.boolean()),
  /** How its comments are ordered, unless the reader says otherwise. */
  commentOrder: z.optional(z.nullable(z.enum(commentOrders))),
  /** `YYYY-MM-DD`: accounts made on that day (UTC) or later do not comment. */
  commentersBefore: z.optional(z.nullable(z.string())),
  /** Minutes it takes to read, where the number of its words says nothing. */
  readMinutes: z.optional(z.nullable(z.number())),
  /** Where it was first published, on another site: search engines are led there. */
  firstPublishedUrl: z.optional(z.nullable(z.string())),
  /** BCP 47. */
  lang: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** `draft`: never published, or taken back. `removed`: archived by its author or staff. */
  status: z.enum(['draft', 'published', 'removed']),
  createdAt: Time,
  /** First publication; stays through unpublishing and republishing. */
  publishedAt: z.nullable(Time),
  /** Last change of the published text. */
  editedAt: z.nullable(Time),
  /**
   * A date the author gives for older work, `YYYY` or `YYYY-MM` or `YYYY-MM-DD`; shown, never
   * sorted by.
   */
  writtenOn: z.nullable(z.string()),
  /** The revision readers see; `null` before the first publication. */
  revisionId: z.nullable(Id),
  /** The newest revision, published or not: what the author goes on editing. */
  latestRevisionId: Id,
  /** Of the revision readers see, §12.8: `1.0.0` at first publication. */
  version: z.string(),
  wordCount: z.number(),
  /** First 400 characters of the published text, plain. */
  excerpt: z.string(),
  /** First picture's address on this site, for cards. */
  imageUrl: z.nullable(z.string()),
  /** What a link to it shows elsewhere, as its authors wish; empty: what it has itself. */
  cardTitle: z.optional(z.string()),
  cardText: z.optional(z.string()),
  cardImageUrl: z.optional(z.nullable(z.string())),
  tags: z.array(z.string()),
  submitToFrontpage: z.boolean(),
  /** `false`: its footnotes stand at the end alone, and never beside the text. */
  sideNotes: z.optional(z.boolean()),
  frontpageAt: z.nullable(Time),
  curatedAt: z.nullable(Time),
  /** 0 not pinned, 1 low to 4 max. */
  stickyPriority: z.number(),
  commentsLocked: z.boolean(),
  /** Of its discussion, as moderators have said: everybody comments as fast as they like. */
  ignoresRateLimits: z.optional(z.boolean()),
  /** What its authors ask of those who comment, plain text; shown above the form. */
  guidelines: z.optional(z.string()),
  /** As its authors wish: pages show no scores of its comments (shared/comments/scores.ts). */
  hidesCommentScores: z.optional(z.boolean()),
  /** Waits for a moderator (new author, where the deployment asks for it): hidden from others. */
  awaitsReview: z.boolean(),
  /** When it appeared, of one that had waited. */
  approvedAt: z.optional(Time),
  rejectedReason: z.nullable(z.string()),
  noIndex: z.boolean(),
  commentCount: z.number(),
  lastCommentedAt: z.nullable(Time),
  /** When it was put away, while it is: for the bin. */
  archivedAt: z.optional(z.nullable(Time)),
  archivedById: z.optional(z.nullable(Id)),
  /**
   * Who else may read, comment on or change the text; at most `maxShares`. Others see their own
   * entry alone, and readers none.
   */
  shares: z.optional(z.array(Share)),
  /** Shown to those who may change the text. */
  link: z.optional(LinkShare),
  /**
   * What stands in it instead of a text: its author's quick takes (then it is in no list and no
   * search), or what the authors say to each other.
   */
  holds: z.optional(z.enum(holdings)),
  /** Of a published dialogue: when one of its authors last said something in it. Derived. */
  lastSaidAt: z.optional(Time),
  /** In the public gallery of which year's review it stands. Derived. */
  wonIn: z.optional(z.number()),
  /** Of a wiki page. */
  editing: z.optional(Editing),
  /**
   * The local group it belongs to, with that group's organizers: derived, so that every rule is
   * asked of the post alone. Changed by `shared/local-groups/group-posts.ts` only.
   */
  groupId: z.optional(Id),
  organizerIds: z.optional(z.array(Id)),
})
export type Post = z.infer<typeof Post>

export const posts = defineTable({
  name: 'posts',
  row: Post,
  indexes: [['slug'], ['authorId', 'status', 'createdAt'], ['status', 'publishedAt'], ['status', 'stickyPriority']],
  unique: [['slug']],
  visibility: {
    scope: (post) => (post.status === 'published' && !post.awaitsReview ? 'public' : `draft:${post.id}`),
    shape: (post) => (post.status === 'published' && !post.awaitsReview ? `thread:${post.id}` : `draft:${post.id}`),
  },
})

export const RevisionNote = line(0, 200)

/** An immutable state of a text. `n` counts up by one for each subject. */
export const Revision = z.object({
  /** Made by the writer of the text; `COMMENT:n` for the earlier states of a comment. */
  id: z.string(),
  subjectKind: z.enum(['post', 'comment']),
  subjectId: Id,
  postId: Id,
  n: z.number(),
  /** `major.minor.patch`, §12.8; drafts have major 0. */
  version: z.string(),
  /** Never public: a draft, or a state its author took back. */
  isDraft: z.boolean(),
  title: z.string(),
  body: EssayBody,
  wordCount: z.number(),
  authorId: Id,
  at: Time,
  /** Kept by the server from the document as it stood (see version-mutations.ts). */
  isAuto: z.optional(z.boolean()),
  /**
   * Of `isAuto`: when the first text it took the place of was kept; 0 where it is not to give way
   * to the next.
   */
  since: z.optional(Time),
  /** Of `isAuto`: when to look whether it is still needed. */
  thinAt: z.optional(Time),
  /** What its author says of it: a name, or what was changed. */
  note: z.optional(RevisionNote),
  updateType: z.optional(z.enum(['initial', 'patch', 'minor', 'major'])),
  /**
   * Characters, against the version before (of a published one: the one that readers had). Written
   * by the server.
   */
  added: z.optional(z.number()),
  removed: z.optional(z.number()),
  /** Of a published one: the one that readers had before. */
  followsId: z.optional(Id),
  /** Of a wiki page: its words count for nobody, as a moderator has said. */
  isUncredited: z.optional(z.boolean()),
})
export type Revision = z.infer<typeof Revision>

export const revisions = defineTable({
  name: 'revisions',
  row: Revision,
  indexes: [['subjectId', 'n'], ['thinAt'], ['subjectId', 'version'], ['subjectId', 'isDraft', 'n'], ['authorId', 'at']],
  unique: [['subjectId', 'n']],
  visibility: {
    scope: (revision) => (revision.isDraft ? `draft:${revision.postId}` : 'public'),
    shape: (revision) => (revision.isDraft ? `draft:${revision.postId}` : `thread:${revision.postId}`),
  },
})

/**
 * What is being written about a post, beside its text (which is a document): id = the post's.
 * Readers get it with the next publication. Written by its authors, a field at a time.
 */
export const Writing = z.object({
  id: Id,
  title: DraftTitle,
  kind: z.enum(textKinds),
  linkUrl: z.nullable(WebAddress),
  lang: Language,
  tags: Tags,
  writtenOn: z.nullable(PlainDate),
  submitToFrontpage: z.boolean(),
  sideNotes: z.optional(z.boolean()),
  changedAt: Time,
})
export type Writing = z.infer<typeof Writing>

export const writings = defineTable({
  name: 'writings',
  row: Writing,
  indexes: [['changedAt']],
  visibility: { scope: (writing) => `draft:${writing.id}`, shape: (writing) => `draft:${writing.id}` },
})

/**
 * Who has a part in a post's text, one row each; id `USER:POST`. It tells a member's devices which
 * drafts are theirs, or shared with them. Follows from the post.
 */
export const Authorship = z.object({
  id: z.string(),
  userId: Id,
  postId: Id,
  level: z.enum(['own', 'edit', 'comment', 'read']),
  /** Asked to put their name to it, and has not answered. */
  isInvited: z.optional(z.boolean()),
  since: Time,
})
export type Authorship = z.infer<typeof Authorship>

export const authorships = defineTable({
  name: 'authorships',
  row: Authorship,
  indexes: [['userId', 'since']],
  visibility: own('userId'),
})

/**
 * One public post links to another; id `FROM:TO`. Found by an effect after the commit, never sent.
 */
export const Pingback = z.object({
  id: z.string(),
  fromPostId: Id,
  toPostId: Id,
})
export type Pingback = z.infer<typeof Pingback>

export const pingbacks = defineTable({
  name: 'pingbacks',
  row: Pingback,
  indexes: [['toPostId'], ['fromPostId']],
  // Two ids of public posts; the posts themselves pass their own read policy.
  visibility: everyoneUnder('toPostId'),
})

/** A public question was asked under another; id: its own. Follows from the post. */
export const RelatedQuestion = z.object({
  id: Id,
  parentId: Id,
  /** Of its publication. */
  at: Time,
})
export type RelatedQuestion = z.infer<typeof RelatedQuestion>

export const relatedQuestions = defineTable({
  name: 'related_questions',
  row: RelatedQuestion,
  indexes: [['parentId', 'at']],
  visibility: everyoneUnder('parentId'),
})
