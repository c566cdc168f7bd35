/** A post, its comments, one comment, as their pages show them (content.md 3.1, 3.2). */
import type { ThreadComment } from '#shared/comments/queries.ts'
import type { CommentOrder } from '#shared/comments/tree.ts'
import type { Thread } from '#shared/posts/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { MarkdownPage, MarkdownData } from './markdown-page.ts'
import { commentsAtOnce, parentsOf, withAuthorsAndTallies } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { commentOrderOf } from '#shared/comments/offered-orders.ts'
import { commentTree } from '#shared/comments/tree.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { postBySlug, thread } from '#shared/posts/queries.ts'
import { isListed } from '#shared/posts/rules.ts'
import { readingMinutes } from '#shared/text/measure.ts'
import { wikiAddress } from '#shared/wiki/page-queries.ts'
import { events } from '#shared/events/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { address, day, linkTo, parts, standalone, words } from './markdown.ts'
import { commentBlock, people, threadBlocks, titleOf } from './rows.ts'
import { moved, notFound, page, refusal } from './markdown-page.ts'

const maxComments = 10_000

interface Asked {
  readonly postId: string
  /** As in the address; a wrong one leads to the right one. Absent: no matter. */
  readonly slug?: string | null
  readonly version?: string | undefined
  /** As in the address. */
  readonly order?: string | null
  readonly commentLimit?: number
}

/** The address of a post's page, and what it asks for. */
export async function postPageMarkdown(data: MarkdownData, params: Readonly<Record<string, string>>, url: URL): Promise<MarkdownPage> {
  const postId = params['postId'] ?? ''
  if (!isId(postId)) {
    const bySlug = await postBySlug(data.read, postId)
    return bySlug === undefined ? notFound() : { status: 302, location: links.post(bySlug) + url.search }
  }
  const isOnCommentPath = url.pathname.split('/')[4] === 'comment'
  const commentId = params['commentId'] ?? url.searchParams.get('commentId')
  if (commentId !== null) {
    const markdown = await commentMarkdown(data, postId, commentId)
    // In the query a comment of another post is left out without a word (content.md 2.14).
    if (isOnCommentPath || !('body' in markdown) || markdown.status === 200) return markdown
  }
  const given = Number(url.searchParams.get('limit'))
  const markdown = await postMarkdown(data, {
    postId,
    ...(!isOnCommentPath && { slug: params['slug'] ?? null }),
    version: url.searchParams.get('revision') ?? undefined,
    order: url.searchParams.get('view'),
    commentLimit: Number.isInteger(given) && given > commentsAtOnce ? Math.min(given, maxComments) : commentsAtOnce,
  })
  // Which version, which form: all that was asked for goes along.
  return 'location' in markdown ? { ...markdown, location: markdown.location + url.search } : markdown
}

/** `/posts/slug/:slug` */
export async function postBySlugMarkdown(data: MarkdownData, slug: string, search: string): Promise<MarkdownPage> {
  const post = await postBySlug(data.read, slug)
  return post === undefined ? notFound() : moved(links.post(post) + search)
}

export async function postMarkdown(data: MarkdownData, asked: Asked): Promise<MarkdownPage> {
  const found = await thread(data.read, asked)
  if (found === undefined) return missing(data, asked.postId)
  const { post, revision } = found
  const inWiki = kindFacts(post).isInWiki ? await wikiAddress(data.read, post.id, '') : null
  if (inWiki !== null) return moved(inWiki)
  if (asked.slug !== undefined && asked.slug !== post.slug) return moved(links.post(post))
  const title = revision.title === '' ? 'Untitled' : revision.title
  const text = kindFacts(post).hasText ? data.markdown(standalone(revision.body, data.site.origin)) : messages(data, found)
  const body = parts(
    `# ${words(title)}`,
    [facts(data, found), ...(await eventFacts(data, post))].join('\n'),
    '## Text',
    text,
    ...discussion(data, found, commentOrderOf(asked.order ?? null, found.post)),
    mentions(data, found),
  )
  return page(links.post(post), body, {
    isIndexed: isListed(post) && !post.noIndex && asked.version === undefined,
  })
}

/** The discussion of a post without its text. */
export async function commentsMarkdown(data: MarkdownData, postId: string, order: string | null = null): Promise<MarkdownPage> {
  const found = isId(postId) ? await thread(data.read, { postId, commentLimit: commentsAtOnce }) : undefined
  if (found === undefined) return missing(data, postId)
  const head = `# Comments on ${words(titleOf(found.post))}`
  return page(
    links.post(found.post),
    parts(head, addressLine(data, links.post(found.post)), ...discussion(data, found, commentOrderOf(order, found.post))),
    {
      isIndexed: false,
    },
  )
}

/** A comment, what it answers, and its replies. */
export async function commentMarkdown(data: MarkdownData, postId: string, commentId: string): Promise<MarkdownPage> {
  if (!isId(postId)) return notFound()
  const found = await thread(data.read, { postId, commentLimit: commentsAtOnce })
  if (found === undefined) return missing(data, postId)
  const comment = isId(commentId) ? await data.read.get(comments, commentId) : undefined
  if (comment === undefined || comment.postId !== postId || comment.message !== undefined)
    return refusal(
      404,
      'Comment not found',
      `It isn’t a comment on ${linkTo(titleOf(found.post), data.site.origin + links.post(found.post))}.`,
    )
  const [own] = await withAuthorsAndTallies(data.read, [comment])
  if (own === undefined) return notFound()
  const parent = (await parentsOf(data.read, [own])).get(comment.parentId ?? '')
  const below = branchOf(found.comments, commentId)
  return page(
    links.comment(found.post, commentId),
    parts(
      `# Comment on ${words(titleOf(found.post))}`,
      `- Post: ${linkTo(titleOf(found.post), data.site.origin + links.post(found.post))}`,
      ...(parent === undefined ? [] : ['## In answer to', commentBlock(data, found.post, parent, 1)]),
      '## Comment',
      commentBlock(data, found.post, own, 1),
      ...(below.length === 0 ? [] : ['## Replies', threadBlocks(data, found.post, commentTree(below, 'postCommentsTop', data.now))]),
    ),
    { isIndexed: false },
  )
}

async function missing(data: MarkdownData, postId: string): Promise<MarkdownPage> {
  return (await data.isGone(postId)) ? refusal(410, 'Removed', 'This post was public and has been removed.') : notFound()
}

function addressLine({ site }: MarkdownData, path: string): string {
  return `- URL: <${address(site.origin + path)}>`
}

function facts(data: MarkdownData, { post, authors, tally, revision, tags: applied }: Thread): string {
  const version = revision.id === post.revisionId ? [] : [`- Version: ${words(revision.version)}, ${day(revision.at)}`]
  const tags = applied.map(({ name, slug }) => linkTo(name, data.site.origin + links.wiki(slug)))
  return [
    `- By: ${people(data, authors)}`,
    post.publishedAt === null ? '- Published: not yet' : `- Published: ${day(post.publishedAt)}`,
    ...(post.editedAt === null ? [] : [`- Edited: ${day(post.editedAt)}`]),
    ...(post.writtenOn === null ? [] : [`- Written: ${words(post.writtenOn)}`]),
    ...version,
    addressLine(data, links.post(post)),
    ...(post.kind === 'post' && post.holds === undefined ? [] : [`- Kind: ${post.holds === 'dialogue' ? 'dialogue' : post.kind}`]),
    ...(post.linkUrl === null ? [] : [`- Links to: <${address(post.linkUrl)}>`]),
    ...(tags.length === 0 ? [] : [`- Tags: ${tags.join(', ')}`]),
    `- Language: ${words(post.lang)}`,
    `- Length: ${revision.wordCount} words, ${readingMinutes(revision.wordCount, post.readMinutes)} min`,
    `- Points: ${tally.baseScore}`,
    `- Comments: ${post.commentCount}`,
    ...(post.rejectedReason === null ? [] : ['- Rejected by the moderators']),
  ].join('\n')
}

/** When and where an event is. */
async function eventFacts({ read }: MarkdownData, { id, kind, holds }: Post): Promise<readonly string[]> {
  const event = kindFacts({ kind, holds }).isEvent ? await read.get(events, id) : undefined
  if (event === undefined) return []
  const { starts, ends, zone, location, isOnline, joinUrl, isCancelled } = event
  const time = (wall: string): string => wall.replace('T', ' ')
  return [
    `- Starts: ${starts === '' ? 'to be announced' : words(`${time(starts)}, ${zone}`)}`,
    ...(ends === '' ? [] : [`- Ends: ${words(`${time(ends)}, ${zone}`)}`]),
    `- Place: ${words([location, isOnline ? 'online' : ''].filter((part) => part !== '').join(', '))}`,
    ...(joinUrl === null ? [] : [`- Join: <${address(joinUrl)}>`]),
    ...(isCancelled ? ['- Canceled'] : []),
  ]
}

/** What the authors of a dialogue say to each other. */
function messages(data: MarkdownData, { post, comments: loaded }: Thread): string {
  return loaded
    .filter(({ comment }) => comment.message !== undefined && comment.removedBy === null)
    .map((item) => commentBlock(data, post, item, 1))
    .join('\n\n<!-- -->\n\n')
}

/** Of a question first what answers it. */
function discussion(data: MarkdownData, { post, comments: loaded, hasMoreComments }: Thread, order: CommentOrder): readonly string[] {
  const all = loaded.filter(({ comment }) => comment.message === undefined)
  const answerIds = new Set(all.flatMap(({ comment }) => (comment.isAnswer === true && comment.parentId === null ? [comment.id] : [])))
  const isQuestion = kindFacts(post).isQuestionPage
  const answers = isQuestion ? all.filter(({ comment }) => answerIds.has(comment.rootId)) : []
  const others = isQuestion ? all.filter(({ comment }) => !answerIds.has(comment.rootId)) : all
  const section = (title: string, items: readonly ThreadComment[]): readonly string[] =>
    items.length === 0 ? [] : [`## ${title}`, threadBlocks(data, post, commentTree(items, order, data.now))]
  const more = hasMoreComments ? [`There are more comments: use the same URL with \`limit=${loaded.length + 1_000}\`.`] : []
  return [...section('Answers', answers), ...section('Comments', others), ...more]
}

function branchOf(all: readonly ThreadComment[], rootId: string): readonly ThreadComment[] {
  const inBranch = new Set([rootId])
  // Oldest first: what answers comes after what it answers.
  for (const { comment } of all) if (comment.parentId !== null && inBranch.has(comment.parentId)) inBranch.add(comment.id)
  return all.filter(({ comment }) => comment.id !== rootId && inBranch.has(comment.id))
}

function mentions(data: MarkdownData, { mentionedIn }: Thread): string {
  if (mentionedIn.length === 0) return ''
  const lines = mentionedIn.map(({ post, comment }) => {
    if (comment === null) return `- ${linkTo(titleOf(post), data.site.origin + links.post(post))}`
    return `- ${linkTo(`${comment.by} on ${titleOf(post)}`, data.site.origin + links.commentInThread(post, comment.id))}`
  })
  return parts('## Mentioned in', lines.join('\n'))
}
