/** What the API lets programs read: the queries of the pages, through the same read policies. */
import type { Member } from '#shared/accounts/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { CommentNode } from '#shared/comments/tree.ts'
import type { Writer } from './answers.ts'
import type { ApiTools, Handler } from './handlers.ts'
import { memberBySlug, memberCard, karmaStatsOf } from '#shared/accounts/queries.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { operations } from '#shared/api/operations.ts'
import { commentsByDate, commentsOfMember, commentsOfPost, inPlace, stands, withAuthorsAndTallies } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { commentTree } from '#shared/comments/tree.ts'
import { frontPage } from '#shared/feed/front.ts'
import { listingsOf, postRows, rowsOf } from '#shared/feed/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { draftsOf, postBySlug } from '#shared/posts/queries.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { maxPages, resultsPerPage } from '#shared/search/params.ts'
import { findableTag } from '#shared/search/results.ts'
import { searchResults } from '#shared/search/search.ts'
import { requirementsOf } from '#shared/wiki/requirements.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { inTurns } from '#server/sync/yield-to-event-loop.ts'
import { commentAnswer, draftAnswer, hitAnswer, memberAnswer, postAnswer, postLines } from './answers.ts'
import { cursorAt, offsetOf } from './cursor.ts'
import { handle } from './handlers.ts'

/** Of one discussion: as many as its page loads with "load more". */
const maxComments = 5_000

export function readHandlers(tools: ApiTools): readonly Handler[] {
  const { origin, search } = tools
  const writer = async (): Promise<Writer> => ({ origin: origin(), text: await tools.text() })
  return [
    handle(tools, operations.me, async ({ caller: { key, viewer }, reading }) => {
      if (key === null || viewer.kind === 'visitor') throw new AppError('not-allowed', { reason: 'key-needed' })
      const { id, slug, name } = memberCard(await reading((read) => getOrThrow(read, members, viewer.userId)))
      const { id: keyId, name: called, scopes, expiresAt } = key
      return { member: { id, slug, name }, key: { id: keyId, name: called, scopes, expiresAt: new Date(expiresAt).toISOString() } }
    }),

    handle(tools, operations.frontPage, ({ query: { sort, limit }, reading, now }) =>
      reading(async (read) => {
        const { stickies, rows } = await frontPage(read, { sort, limit, now })
        // The list is made anew for each moment: it has no second page, but /posts has.
        return { pinned: await postLines(read, stickies, origin()), items: await postLines(read, rows, origin()), next: null }
      }),
    ),

    handle(tools, operations.listPosts, ({ query: { feed, tag, author, sort, limit, cursor }, reading }) =>
      reading(async (read) => {
        if ([feed, tag, author].filter((each) => each !== undefined).length > 1) throw new AppError('invalid', { field: 'feed' })
        const list =
          tag !== undefined
            ? `tag:${slugify(tag)}`
            : author !== undefined
              ? `author:${(await memberNamed(read, author)).id}`
              : (feed ?? 'all')
        const offset = offsetOf(cursor)
        const found = await read.list(listingsOf(list, sort, limit + 1, offset))
        const rows = await postRows(read, found.slice(0, limit))
        return { items: await postLines(read, rows, origin()), next: found.length > limit ? cursorAt(offset + limit) : null }
      }),
    ),

    handle(tools, operations.readPost, async ({ params, reading }) => {
      const writing = await writer()
      return reading(async (read) => {
        const post = await postNamed(read, params.post)
        const [row] = await rowsOf(read, [post])
        const revision = await read.get(revisions, post.revisionId ?? post.latestRevisionId)
        if (row === undefined || revision === undefined) throw new AppError('not-found')
        return postAnswer(read, row, revision, writing)
      })
    }),

    handle(tools, operations.commentsOfPost, async ({ params, query: { sort, limit, cursor }, reading, now }) => {
      const writing = await writer()
      const offset = offsetOf(cursor)
      return reading(async (read) => {
        const post = await postNamed(read, params.post)
        const rows = await withAuthorsAndTallies(read, await read.list(commentsOfPost(post.id, maxComments)))
        const inOrder = flattened(commentTree(rows, sort, now))
        const items = await inTurns(inOrder.slice(offset, offset + limit), ({ item, depth }) => ({
          ...commentAnswer(item, post, writing),
          depth,
        }))
        return { items, next: inOrder.length > offset + limit ? cursorAt(offset + limit) : null }
      })
    }),

    handle(tools, operations.listComments, async ({ query: { author, limit, cursor }, reading }) => {
      const writing = await writer()
      const offset = offsetOf(cursor)
      return reading(async (read) => {
        const query =
          author === undefined
            ? commentsByDate(limit + 1, offset)
            : { ...commentsOfMember((await memberNamed(read, author)).id, limit + 1), offset }
        const found = await read.list(query)
        const rows = await inPlace(read, found.slice(0, limit).filter(stands))
        const items = await inTurns(rows, (row) => commentAnswer(row, row.post, writing))
        return { items, next: found.length > limit ? cursorAt(offset + limit) : null }
      })
    }),

    handle(tools, operations.readComment, async ({ params, reading }) => {
      const writing = await writer()
      return reading((read) => oneComment(read, params.comment, writing))
    }),

    handle(tools, operations.listMembers, ({ query: { limit, cursor }, reading }) =>
      reading(async (read) => {
        const offset = offsetOf(cursor)
        const found = await read.list(
          defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'descending', limit: limit + 1, offset }),
        )
        const shown = found.slice(0, limit)
        const ids = shown.map(({ id }) => id)
        const karmaStatsById = new Map((await read.getMany(karmaStats, ids)).map((karmaStats) => [karmaStats.id, karmaStats]))
        const items = shown.map((member) => memberAnswer(member, karmaStatsById.get(member.id), origin()))
        return { items, next: found.length > limit ? cursorAt(offset + limit) : null }
      }),
    ),

    handle(tools, operations.readMember, ({ params, reading }) =>
      reading(async (read) => {
        const member = await memberNamed(read, params.member)
        return memberAnswer(member, await karmaStatsOf(read, member.id), origin())
      }),
    ),

    handle(tools, operations.readTag, ({ params, reading }) =>
      reading(async (read) => {
        const slug = slugify(params.tag)
        const tag = slug === '' ? null : await findableTag(read, slug)
        if (tag === null) throw new AppError('not-found')
        const page = await holderOf(read, tag.slug)
        const requires = page === undefined ? [] : await requirementsOf(read, page)
        const named = requires.map(({ slug: its, id, name }) => ({ slug: its ?? id, name }))
        return { ...tag, url: `${origin()}${links.wiki(tag.slug)}`, requires: named }
      }),
    ),

    handle(tools, operations.search, ({ query: { query, kind, sort, date, tag, cursor }, reading, now }) =>
      reading(async (read) => {
        const page = offsetOf(cursor) / resultsPerPage + 1
        if (!Number.isInteger(page) || page > maxPages) throw new AppError('invalid', { field: 'cursor' })
        const tags = tag === undefined ? [] : [slugify(tag)]
        const found = await searchResults(read, search, { query, kind, page, sort, tags, isCurated: false, date }, now)
        const items = found.hits.map((hit) => hitAnswer(hit, origin()))
        const next = page < found.pageCount ? cursorAt(page * resultsPerPage) : null
        return { items, count: found.counts?.[kind] ?? 0, isWhole: found.isWhole, next }
      }),
    ),

    handle(tools, operations.listDrafts, ({ caller: { viewer }, reading }) =>
      reading(async (read) => {
        if (viewer.kind === 'visitor') throw new AppError('not-allowed', { reason: 'key-needed' })
        return { items: (await draftsOf(read, viewer.userId)).map((draft) => draftAnswer(draft, origin())) }
      }),
    ),
  ]
}

/** By id or slug. @throws AppError 'not-found' when absent or hidden. */
export async function postNamed(read: Read, name: string): Promise<Post> {
  const post = isId(name) ? await read.get(posts, name) : await postBySlug(read, name)
  if (post === undefined) throw new AppError('not-found')
  return post
}

/** By id or slug. @throws AppError 'not-found' */
async function memberNamed(read: Read, name: string): Promise<Member> {
  const member = isId(name) ? await read.get(members, name) : await memberBySlug(read, name)
  if (member === undefined) throw new AppError('not-found')
  return member
}

/** @throws AppError 'not-found' */
export async function oneComment(read: Read, id: string, writing: Writer) {
  const comment = await getOrThrow(read, comments, id)
  const post = await getOrThrow(read, posts, comment.postId)
  const [row] = await withAuthorsAndTallies(read, [comment])
  if (row === undefined) throw new AppError('not-found')
  return commentAnswer(row, post, writing)
}

/** Each before what answers it. Without recursion: depth costs no stack. */
function flattened(tree: readonly CommentNode[]): readonly CommentNode[] {
  const all: CommentNode[] = []
  const waiting = tree.toReversed()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    all.push(node)
    waiting.push(...node.replies.toReversed())
  }
  return all
}
