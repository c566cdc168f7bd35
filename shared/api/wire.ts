/**
 * What the API answers, field by field: the one list of what leaves by it. Times are ISO 8601, UTC.
 * The OpenAPI description is made from these schemas, and the tests hold every answer against it.
 */
import * as z from 'zod/mini'
import { textKinds } from '../posts/kinds.ts'
import { axes, targetKinds } from '../votes/schema.ts'
import { apiScopes } from './schema.ts'

const At = z.string()
const MaybeAt = z.nullable(At)
/** `null`: the authors of a post hide the scores of its comments. */
const MaybeHidden = z.nullable(z.number())

const MemberCard = z.strictObject({ id: z.string(), slug: z.string(), name: z.string() })

export const Member = z.strictObject({
  ...MemberCard.shape,
  url: z.string(),
  bio: z.string(),
  joinedAt: At,
  karma: z.number(),
  postCount: z.number(),
  commentCount: z.number(),
})

const Tag = z.strictObject({ slug: z.string(), name: z.string() })
export const TagAnswer = z.strictObject({ ...Tag.shape, url: z.string(), postCount: z.number(), requires: z.array(Tag) })

/** The same words three times: as the tree they are kept as, as HTML, as Markdown. */
const Text = z.strictObject({ doc: z.unknown(), html: z.string(), markdown: z.string() })

export const PostLine = z.strictObject({
  id: z.string(),
  slug: z.nullable(z.string()),
  url: z.string(),
  title: z.string(),
  kind: z.enum(textKinds),
  status: z.enum(['draft', 'published', 'removed']),
  authors: z.array(MemberCard),
  createdAt: At,
  publishedAt: MaybeAt,
  editedAt: MaybeAt,
  lang: z.string(),
  tags: z.array(Tag),
  excerpt: z.string(),
  imageUrl: z.nullable(z.string()),
  linkUrl: z.nullable(z.string()),
  wordCount: z.number(),
  karma: z.number(),
  voteCount: z.number(),
  commentCount: z.number(),
  isOnFrontpage: z.boolean(),
  isCurated: z.boolean(),
  commentsLocked: z.boolean(),
})
export const Post = z.strictObject({ ...PostLine.shape, version: z.string(), revisionId: z.string(), text: Text })

export const Comment = z.strictObject({
  id: z.string(),
  postId: z.string(),
  parentId: z.nullable(z.string()),
  url: z.string(),
  author: MemberCard,
  postedAt: At,
  editedAt: MaybeAt,
  karma: MaybeHidden,
  voteCount: MaybeHidden,
  agreement: MaybeHidden,
  replyCount: z.number(),
  isAnswer: z.boolean(),
  isRemoved: z.boolean(),
  /** Not accepted by the moderators. */
  isRejected: z.boolean(),
  /** `null` for one that was removed or not accepted. */
  text: z.nullable(Text),
})
export const CommentInTree = z.strictObject({ ...Comment.shape, /** 1 at the top. */ depth: z.number() })

const next = { /** To be sent as `cursor`; `null` at the end. */ next: z.nullable(z.string()) }
export const PostLines = z.strictObject({ items: z.array(PostLine), ...next })
export const FrontPage = z.strictObject({ pinned: z.array(PostLine), ...PostLines.shape })
export const Comments = z.strictObject({ items: z.array(Comment), ...next })
export const CommentTree = z.strictObject({ items: z.array(CommentInTree), ...next })
export const Members = z.strictObject({ items: z.array(Member), ...next })

const Hit = z.strictObject({
  kind: z.enum(['posts', 'comments', 'tags', 'sequences', 'users']),
  id: z.string(),
  url: z.string(),
  title: z.string(),
  snippet: z.string(),
  authors: z.array(z.string()),
  at: MaybeAt,
  karma: z.nullable(z.number()),
})
export const SearchAnswer = z.strictObject({
  items: z.array(Hit),
  /** How many were found, up to 1,000. */
  count: z.number(),
  /** `false` while the index is being made. */
  isWhole: z.boolean(),
  ...next,
})

export const Me = z.strictObject({
  member: MemberCard,
  key: z.strictObject({ id: z.string(), name: z.string(), scopes: z.array(z.enum(apiScopes)), expiresAt: At }),
})

export const Draft = z.strictObject({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  kind: z.enum(textKinds),
  linkUrl: z.nullable(z.string()),
  lang: z.string(),
  tags: z.array(z.string()),
  changedAt: At,
  wordCount: z.number(),
  isPublished: z.boolean(),
})
export const Drafts = z.strictObject({ items: z.array(Draft) })

export const Vote = z.strictObject({
  targetId: z.string(),
  targetKind: z.enum(targetKinds),
  axis: z.enum(axes),
  value: z.number(),
  karma: MaybeHidden,
  agreement: MaybeHidden,
})
export const Bookmark = z.strictObject({ targetId: z.string(), targetKind: z.enum(targetKinds), isSaved: z.boolean() })

export const ApiError = z.strictObject({
  ok: z.literal(false),
  outcome: z.enum(['rejected', 'failed']),
  error: z.optional(
    z.strictObject({
      code: z.string(),
      reason: z.nullable(z.string()),
      field: z.nullable(z.string()),
      retryAfterMs: z.nullable(z.number()),
    }),
  ),
  /** Of a fault of ours: what to quote when reporting it. */
  digest: z.optional(z.string()),
})

/** The names by which the description refers to them. */
export const wireSchemas = {
  ...{ MemberCard, Member, Tag, TagAnswer, Text, PostLine, Post, PostLines, FrontPage, Comment, Comments, CommentInTree, CommentTree },
  ...{ Members, Hit, SearchAnswer, Me, Draft, Drafts, Vote, Bookmark, ApiError },
} as const
