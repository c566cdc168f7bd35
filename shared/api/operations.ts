/**
 * Every operation of the API, once: the routes, the parsing of what comes in and the OpenAPI
 * description are made from this list.
 */
import * as z from 'zod/mini'
import { postSorts } from '../feed/queries.ts'
import { Id } from '../kernel/fields.ts'
import { DraftTitle, Language, Tags, WebAddress } from '../posts/fields.ts'
import { postKinds } from '../posts/kinds.ts'
import { commentOrders } from '../comments/orders.ts'
import { searchDates, searchKinds, searchSorts } from '../search/params.ts'
import { axes, targetKinds } from '../votes/schema.ts'
import type { ApiScope } from './schema.ts'
import * as wire from './wire.ts'

export interface Operation<Path, Query, Body, Answer> {
  readonly id: string
  readonly method: 'get' | 'post' | 'patch' | 'put'
  /** Below `/api/v1`, with `{name}` for what stands in the path. */
  readonly path: string
  readonly summary: string
  /**
   * What a key must have been made for. Reads of public things need no key; with one, they show
   * what its member may see.
   */
  readonly scope: ApiScope
  /** Without a key: refused. */
  readonly needsKey: boolean
  /** It makes something: takes an `Idempotency-Key`. */
  readonly makes: boolean
  /** Of a request. */
  readonly maxBytes: number
  readonly params: z.ZodMiniType<Path>
  readonly query: z.ZodMiniType<Query>
  /** `null`: none. */
  readonly body: z.ZodMiniType<Body> | null
  readonly answer: z.ZodMiniType<Answer>
}

export type AnyOperation = Operation<never, never, never, unknown>

type Declared<Path, Query, Body, Answer> = Pick<Operation<Path, Query, Body, Answer>, 'id' | 'method' | 'path' | 'summary' | 'answer'> &
  Partial<Operation<Path, Query, Body, Answer>>

const nothing = z.strictObject({})
type Nothing = z.infer<typeof nothing>

function operation<Answer, Path = Nothing, Query = Nothing, Body = null>(
  declared: Declared<Path, Query, Body, Answer>,
): Operation<Path, Query, Body, Answer> {
  // Left out, they are of the type's default.
  const params = declared.params ?? (nothing as unknown as z.ZodMiniType<Path>)
  const query = declared.query ?? (nothing as unknown as z.ZodMiniType<Query>)
  return { scope: 'read', needsKey: false, makes: false, maxBytes: 65_536, body: null, ...declared, params, query }
}

const whole = (least: number, most: number, usual: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(least), z.maximum(most)), usual)
const cursor = z.optional(z.string().check(z.maxLength(200)))
const paged = { limit: whole(1, 50, 20), cursor }
/** An id or a slug. */
const Name = z.string().check(z.minLength(1), z.maxLength(600))
const Markdown = z.string().check(z.maxLength(1_000_000))
const post = z.strictObject({ post: Name })

const draftFields = {
  title: DraftTitle,
  markdown: Markdown,
  kind: z.enum(postKinds),
  linkUrl: z.nullable(WebAddress),
  lang: Language,
  tags: Tags,
}

export const operations = {
  me: operation({
    id: 'me',
    method: 'get',
    path: '/me',
    summary: 'The key’s owner and permissions',
    needsKey: true,
    answer: wire.Me,
  }),
  frontPage: operation({
    id: 'frontPage',
    method: 'get',
    path: '/frontpage',
    summary: 'The front page: pinned posts, then posts by score and age, or the latest',
    query: z.strictObject({ sort: z._default(z.enum(['ranked', 'latest']), 'ranked'), limit: whole(1, 50, 20) }),
    answer: wire.FrontPage,
  }),
  listPosts: operation({
    id: 'listPosts',
    method: 'get',
    path: '/posts',
    summary: 'Published posts: all, or by feed, tag or author',
    query: z.strictObject({
      feed: z.optional(z.enum(['all', 'frontpage', 'curated', 'questions', 'linkposts'])),
      tag: z.optional(Name),
      author: z.optional(Name),
      sort: z._default(z.enum(postSorts), 'new'),
      ...paged,
    }),
    answer: wire.PostLines,
  }),
  readPost: operation({
    id: 'readPost',
    method: 'get',
    path: '/posts/{post}',
    summary: 'One post with its text; also a draft you can read',
    params: post,
    answer: wire.Post,
  }),
  commentsOfPost: operation({
    id: 'commentsOfPost',
    method: 'get',
    path: '/posts/{post}/comments',
    summary: 'The comments on a post in tree order, with their depth',
    params: post,
    query: z.strictObject({ sort: z._default(z.enum(commentOrders), 'postCommentsTop'), limit: whole(1, 200, 50), cursor }),
    answer: wire.CommentTree,
  }),
  listComments: operation({
    id: 'listComments',
    method: 'get',
    path: '/comments',
    summary: 'The newest comments on the site or by one member',
    query: z.strictObject({ author: z.optional(Name), ...paged }),
    answer: wire.Comments,
  }),
  readComment: operation({
    id: 'readComment',
    method: 'get',
    path: '/comments/{comment}',
    summary: 'One comment',
    params: z.strictObject({ comment: Id }),
    answer: wire.Comment,
  }),
  listMembers: operation({
    id: 'listMembers',
    method: 'get',
    path: '/members',
    summary: 'Members, newest first',
    query: z.strictObject(paged),
    answer: wire.Members,
  }),
  readMember: operation({
    id: 'readMember',
    method: 'get',
    path: '/members/{member}',
    summary: 'One member',
    params: z.strictObject({ member: Name }),
    answer: wire.Member,
  }),
  readTag: operation({
    id: 'readTag',
    method: 'get',
    path: '/tags/{tag}',
    summary: 'A tag; its posts are at /posts?tag=',
    params: z.strictObject({ tag: Name }),
    answer: wire.TagAnswer,
  }),
  search: operation({
    id: 'search',
    method: 'get',
    path: '/search',
    summary: 'Full-text search of public content',
    query: z.strictObject({
      query: z.string().check(z.maxLength(500)),
      kind: z._default(z.enum(searchKinds), 'posts'),
      sort: z._default(z.enum(searchSorts), 'relevance'),
      // Its keys are those of the address.
      date: z._default(z.enum(Object.keys(searchDates) as (keyof typeof searchDates)[]), 'all'),
      tag: z.optional(Name),
      cursor,
    }),
    answer: wire.SearchAnswer,
  }),
  listDrafts: operation({
    id: 'listDrafts',
    method: 'get',
    path: '/drafts',
    summary: 'Your drafts and drafts you can edit, last edited first',
    needsKey: true,
    answer: wire.Drafts,
  }),
  createDraft: operation({
    id: 'createDraft',
    method: 'post',
    path: '/drafts',
    summary: 'Creates a draft. The API never publishes anything',
    scope: 'draft',
    needsKey: true,
    makes: true,
    maxBytes: 1_048_576,
    body: z.strictObject({
      title: z._default(DraftTitle, ''),
      markdown: z._default(Markdown, ''),
      kind: z._default(draftFields.kind, 'post'),
      linkUrl: z._default(draftFields.linkUrl, null),
      lang: z._default(Language, 'en'),
      tags: z._default(Tags, []),
    }),
    answer: wire.Draft,
  }),
  changeDraft: operation({
    id: 'changeDraft',
    method: 'patch',
    path: '/drafts/{post}',
    summary:
      'Changes the given fields only. `append` adds to the end of the text; readers of a published post don’t see it. With `titleBase`, the title yours replaces, a title changed elsewhere returns 409',
    scope: 'draft',
    needsKey: true,
    makes: true,
    maxBytes: 1_048_576,
    params: z.strictObject({ post: Id }),
    body: z.strictObject({
      title: z.optional(DraftTitle),
      titleBase: z.optional(DraftTitle),
      markdown: z.optional(Markdown),
      append: z.optional(Markdown),
      kind: z.optional(draftFields.kind),
      linkUrl: z.optional(draftFields.linkUrl),
      lang: z.optional(Language),
      tags: z.optional(Tags),
    }),
    answer: wire.Draft,
  }),
  postComment: operation({
    id: 'postComment',
    method: 'post',
    path: '/posts/{post}/comments',
    summary: 'Comments on a post, or replies',
    scope: 'comment',
    needsKey: true,
    makes: true,
    params: z.strictObject({ post: Id }),
    body: z.strictObject({ markdown: Markdown, parentId: z._default(z.nullable(Id), null), isAnswer: z._default(z.boolean(), false) }),
    answer: wire.Comment,
  }),
  setVote: operation({
    id: 'setVote',
    method: 'put',
    path: '/votes/{target}',
    summary: 'Sets your vote on a post or comment on one axis; 0 removes it',
    scope: 'vote',
    needsKey: true,
    params: z.strictObject({ target: Id }),
    body: z.strictObject({
      targetKind: z.enum(targetKinds),
      axis: z._default(z.enum(axes), 'approval'),
      value: z.literal([-2, -1, 0, 1, 2]),
    }),
    answer: wire.Vote,
  }),
  setBookmark: operation({
    id: 'setBookmark',
    method: 'put',
    path: '/bookmarks/{target}',
    summary: 'Bookmarks a post or comment, or removes the bookmark',
    scope: 'vote',
    needsKey: true,
    params: z.strictObject({ target: Id }),
    body: z.strictObject({ targetKind: z.enum(targetKinds), isSaved: z.boolean() }),
    answer: wire.Bookmark,
  }),
} as const

export const apiBase = '/api/v1'
