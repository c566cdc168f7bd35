/**
 * Wiki pages and tags (docs/decisions/0021). A page's text, history, discussion and votes are those
 * of a post of kind `wiki`; what is said about the page stands here, in a row with the same id.
 * Names and meanings of `Tag`, `TagSlug`, `TagFlag` and `TagChange` are settled. Who may edit a
 * page is on its post (`Post.editing`), for the rules that judge posts.
 */
import * as z from 'zod/mini'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { everyone, likePost, serverOnly } from '../kernel/visibility.ts'
import { groups } from '../kernel/viewer.ts'

export const wikiLimits = {
  name: 100,
  shortName: 40,
  subtitle: 200,
  tabTitle: 40,
  summary: 2_000,
  summaries: 8,
  lenses: 20,
  /** Named users who alone may edit a page. */
  editors: 50,
  flags: 20,
  /** Pages to know before this one. */
  requirements: 8,
  flagText: 1_000,
} as const

/**
 * `draft`: never published, its creator's alone. `page`: for everyone. `lens`: one of a page's
 * further texts, for everyone. `placeholder`: somebody used the name for a post and nobody has made
 * the page; such a row has no post. `deleted`: for the staff, who may bring it back. `proposed`: a
 * placeholder to be, of a name that was typed by somebody who may not begin pages; `rejected`: what
 * became of it. Both stand at no post.
 */
const tagStates = ['draft', 'page', 'lens', 'placeholder', 'deleted', 'proposed', 'rejected'] as const

/** Orders of a tag's posts (content.md 9.3). */
export const tagSorts = ['relevance', 'magic', 'top', 'topAdjusted', 'recentComments', 'new', 'old'] as const

/** content.md 11.6: 0 uncategorised, 1 flagged, 2 stub, 3 C, 4 B, 5 A. */
export const WikiGrade = z.literal([0, 1, 2, 3, 4, 5])

/** Who may vote on relevance, if not everybody. `authors`: those of the post. */
export const tagVoters = ['authors', 'authorsUpwards', ...groups] as const

export const TagName = line(1, wikiLimits.name)
export const TabTitle = line(1, wikiLimits.tabTitle)
export const TabSubtitle = line(0, wikiLimits.subtitle)

/** Shown above the text and in hover cards. Plain text; lines stay. */
export const SummaryText = z.pipe(
  z.string().check(z.maxLength(4 * wikiLimits.summary)),
  z.pipe(
    z.transform((text: string) => text.normalize('NFC').replace(/\r\n?/gu, '\n').replace(unseen, '').trim()),
    z.string().check(z.minLength(1), z.maxLength(wikiLimits.summary)),
  ),
)

// As in lines (kernel/fields.ts), but for the line break.
const unseen = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u2028-\u202E\u2066-\u2069\uFEFF]/gu

export const Summary = z.object({ id: Id, tabTitle: z.string(), text: z.string() })
export type Summary = z.infer<typeof Summary>

export const Tag = z.object({
  /** That of the page's post. */
  id: Id,
  state: z.enum(tagStates),
  name: z.string(),
  /** Unique among pages, lenses, placeholders and proposals; `null` while it is a draft. */
  slug: z.nullable(z.string()),
  /** Earlier ones, which lead here. */
  oldSlugs: z.array(z.string()),
  /** The page this is a lens of, for good. */
  lensOf: z.nullable(Id),
  /** Of a lens: its place among the tabs, ascending. */
  lensOrder: z.number(),
  /** Of a lens; empty on pages. */
  tabTitle: z.string(),
  tabSubtitle: z.string(),
  shortName: z.string(),
  subtitle: z.string(),
  /** It cannot be applied to posts. */
  isWikiOnly: z.boolean(),
  isCore: z.boolean(),
  isPostType: z.boolean(),
  isSuggestedAsFilter: z.boolean(),
  /** Among suggestions and core tags, ascending. */
  order: z.number(),
  /** The core tag whose group of the portal it stands in. */
  coreTagId: z.nullable(Id),
  /** One level deep: what has a parent is nobody's. */
  parentTagId: z.nullable(Id),
  /** Of a page: those to know before it, in the order they were chosen; absent: none. */
  requiresIds: z.optional(z.array(Id)),
  /** Only a post's authors and the staff may apply it or vote on it. */
  isAuthorOnly: z.boolean(),
  isRemovalResistant: z.boolean(),
  /** `null`: every member. */
  tagVoters: z.nullable(z.array(z.enum(tagVoters))),
  postsOrder: z.enum(tagSorts),
  /** Paragraphs shown before "read more", where there are posts; 0 means 4. */
  shownParagraphs: z.number(),
  introSequenceId: z.nullable(Id),
  bannerUrl: z.nullable(z.string()),
  squareUrl: z.nullable(z.string()),
  grade: WikiGrade,
  flagIds: z.array(Id),
  /** In the order shown. */
  summaries: z.array(Summary),
  needsReview: z.boolean(),
  reviewedById: z.nullable(Id),
  createdAt: Time,
  /** First publication of its text; `null` for drafts and placeholders. */
  publishedAt: z.nullable(Time),
  /** When its text or what is said about it last changed. */
  changedAt: Time,
  deletedAt: z.nullable(Time),
  deletedById: z.nullable(Id),
  /** Of a deleted one: the page that its addresses lead to. */
  leadsToId: z.nullable(Id),
  /** Its posts are being moved there: it was merged, or the page it stood in for has been made. */
  relsGoToId: z.nullable(Id),
  /** Posts it is applied to. Derived. */
  postCount: z.number(),
  /** Of the page or its best-liked lens, whichever is higher. Derived. */
  likes: z.number(),
})
export type Tag = z.infer<typeof Tag>

const isOpen = ({ state }: Tag): boolean => state === 'page' || state === 'lens' || state === 'placeholder'

/** A lens goes with its page: so its tab is there where the page is. */
export const tags = defineTable({
  name: 'tags',
  row: Tag,
  indexes: [
    ['state', 'createdAt'],
    ['state', 'changedAt'],
    ['state', 'likes'],
    ['lensOf', 'state', 'lensOrder'],
    ['parentTagId', 'order'],
    ['coreTagId', 'order'],
    ['isCore', 'order'],
    ['slug'],
    ['relsGoToId'],
  ],
  visibility: {
    scope: (tag) => (isOpen(tag) ? 'public' : `draft:${tag.id}`),
    shape: (tag) => (isOpen(tag) ? `thread:${tag.lensOf ?? tag.id}` : `draft:${tag.id}`),
  },
})

/**
 * One address each, present or past; the store refuses the second holder. Id `TAG:SLUG`. Written by
 * derive.
 */
export const TagSlug = z.object({ id: z.string(), slug: z.string(), tagId: Id })
export type TagSlug = z.infer<typeof TagSlug>

export const tagSlugs = defineTable({
  name: 'tag_slugs',
  row: TagSlug,
  indexes: [['slug'], ['tagId']],
  unique: [['slug']],
  // A name that is or was in an address; what it leads to passes its own read policy.
  visibility: everyone,
})

/** A kind of work that pages may need. Made by administrators. */
export const TagFlag = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  /** What is to be done, plain text. */
  text: z.string(),
  order: z.number(),
  isDeleted: z.boolean(),
})
export type TagFlag = z.infer<typeof TagFlag>

export const tagFlags = defineTable({
  name: 'tag_flags',
  row: TagFlag,
  indexes: [['isDeleted', 'order']],
  unique: [['slug']],
  visibility: everyone,
})

/**
 * Something said about a page was changed; id `TAG:TIME:FIELD`, of a summary with its id. What
 * texts it had stands in its revisions.
 */
export const TagChange = z.object({
  id: z.string(),
  tagId: Id,
  userId: Id,
  at: Time,
  /** A field of `Tag`, or `editing`. */
  field: z.string(),
  /** In words; summaries as they were, lists cut to 200 characters. */
  from: z.string(),
  to: z.string(),
})
export type TagChange = z.infer<typeof TagChange>

export const tagChanges = defineTable({
  name: 'tag_changes',
  row: TagChange,
  indexes: [['tagId', 'at'], ['at']],
  visibility: { scope: () => 'public', shape: (change) => `thread:${change.tagId}` },
})

/**
 * Whose words a published version of a page consists of; id: the revision's. Worked out by the
 * server from the version before. `entries`: most words first; words of versions that are left out
 * of the reckoning count for nobody.
 */
export const Contribution = z.object({
  id: Id,
  postId: Id,
  n: z.number(),
  wordCount: z.number(),
  entries: z.array(z.object({ userId: Id, wordCount: z.number() })),
})
export type Contribution = z.infer<typeof Contribution>

export const contributions = defineTable({
  name: 'contributions',
  row: Contribution,
  indexes: [['postId', 'n']],
  visibility: likePost('postId'),
})

/**
 * Which word of such a version came with which version; id: the revision's. For the reckoning, and
 * for marking somebody's words in the text.
 */
export const Provenance = z.object({
  id: Id,
  postId: Id,
  n: z.number(),
  wordCount: z.number(),
  /** Of the words in their order: two versions that say the same have the same. */
  sha256: z.string(),
  /**
   * The words in their order, as pairs: the `n` of the version in which they came, and how many.
   */
  runs: z.array(z.tuple([z.number(), z.number()])),
  /** Who wrote the versions among these that count. */
  writers: z.array(z.tuple([z.number(), Id])),
})
export type Provenance = z.infer<typeof Provenance>

export const provenances = defineTable({
  name: 'provenances',
  row: Provenance,
  indexes: [['postId', 'n']],
  visibility: likePost('postId', { isFollowed: false }),
})

/**
 * Who published which version of a page or lens, and when; id: the revision's. For the list of what
 * a member has edited. Written with the version, and never changed.
 */
export const WikiEdit = z.object({ id: Id, postId: Id, authorId: Id, at: Time })
export type WikiEdit = z.infer<typeof WikiEdit>

export const wikiEdits = defineTable({
  name: 'wiki_edits',
  row: WikiEdit,
  indexes: [['authorId', 'at']],
  visibility: likePost('postId', { isFollowed: false }),
})

/**
 * What was decided on a tag that somebody proposed, for their notification; id `TAG:OUTCOME`. None
 * of what they decided themselves.
 */
export const TagDecision = z.object({ id: z.string(), userId: Id, postId: Id, outcome: z.enum(['accepted', 'rejected']), at: Time })

export const tagDecisions = defineTable({ name: 'tag_decisions', row: TagDecision, indexes: [], visibility: serverOnly })

/**
 * A public text, or a comment, links to a name of which there is no page; id `FROM:SLUG`. Found by
 * an effect after the commit, never sent. Once the page is there, it is a mention of that.
 */
export const NameLink = z.object({ id: z.string(), fromId: Id, isComment: z.boolean(), slug: z.string() })
export type NameLink = z.infer<typeof NameLink>

export const nameLinks = defineTable({
  name: 'name_links',
  row: NameLink,
  indexes: [['slug'], ['fromId']],
  // Of ids: what they name passes its own read policy.
  visibility: everyone,
})

/**
 * A page requires another; id `TAG:REQUIRED`. Says again what `Tag.requiresIds` says, to be found
 * from the other end.
 */
export const TagRequirement = z.object({ id: z.string(), tagId: Id, requiredId: Id })
export type TagRequirement = z.infer<typeof TagRequirement>

export const tagRequirements = defineTable({
  name: 'tag_requirements',
  row: TagRequirement,
  indexes: [['requiredId', 'tagId']],
  // Of ids: what they name passes its own read policy.
  visibility: everyone,
})
