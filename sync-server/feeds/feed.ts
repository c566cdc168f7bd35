/**
 * `/feed.xml`: lists of posts and comments with their whole text, for readers' programs (content.md
 * 10.1).
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { SearchPort } from '#shared/search/port.ts'
import type { BodyText } from '../pages/page-renderer.ts'
import type { Rendered } from '../pages/page-cache.ts'
import type { CommentView, FeedParams, PostFeedParams } from './feed-params.ts'
import type { FedPost } from './feed-posts.ts'
import { absolute } from './absolute.ts'
import type { FeedItem } from './write-feed.ts'
import { unknownMember } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { stands } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { links } from '#shared/links.ts'
import { isListed } from '#shared/posts/rules.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { findableTag } from '#shared/search/results.ts'
import { tagsOfPosts } from '#shared/wiki/tag-vote-queries.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { titleOf } from '../markdown-pages/rows.ts'
import { commentsOfFeed } from './feed-comments.ts'
import { feedQuery } from './feed-params.ts'
import { postsOfFeed } from './feed-posts.ts'
import { feedTypes, writeFeed } from './write-feed.ts'

/**
 * Readers' programs give up on feeds of megabytes: what would go past this comes with its beginning
 * only.
 */
const maxCharacters = 400_000

export interface FeedTools {
  readonly site: SiteFacts
  readonly text: BodyText
  readonly search: SearchPort | null
  readonly now: number
}

/** @param read permitted for a visitor. @throws SearchUnavailable */
export async function renderFeed(read: Read, params: FeedParams, tools: FeedTools): Promise<Rendered> {
  const { site } = tools
  const subject = await subjectOf(read, params)
  if (subject === null) return { status: 404, location: null, contentType: 'text/plain; charset=utf-8', body: 'No such feed.\n' }
  const items = params.type === 'comments' ? await commentItems(read, params, tools) : await postItems(read, params, tools)
  const modifiedAt = Math.max(0, ...items.map((item) => item.changedAt))
  const addressOf = (format: FeedParams['format']): string => `${site.origin}${links.feed(feedQuery({ ...params, format }))}`
  const facts = {
    title: subject.title === '' ? site.name : `${subject.title} – ${site.name}`,
    description: site.tagline,
    link: site.origin + subject.page,
    self: addressOf(params.format),
    id: addressOf('rss'),
  }
  return {
    status: 200,
    location: null,
    contentType: feedTypes[params.format],
    body: writeFeed(params.format, facts, items),
    ...(modifiedAt > 0 && { modifiedAt }),
  }
}

interface Subject {
  readonly title: string
  /** Its page here. */
  readonly page: string
}

/** What the feed is of; `null` when that is absent, hidden, or in no list. */
async function subjectOf(read: Read, params: FeedParams): Promise<Subject | null> {
  const { of } = params
  if (params.type === 'comments') return subjectOfComments(read, params.view, of)
  const karma = params.karmaThreshold === null ? '' : ` (${params.karmaThreshold} karma)`
  switch (params.view) {
    case 'rss':
      return { title: params.karmaThreshold === null ? '' : `Posts with ${params.karmaThreshold} karma`, page: links.front() }
    case 'frontpageRss':
      return { title: `Front page${karma}`, page: links.front() }
    case 'curatedRss':
      return { title: `Curated${karma}`, page: links.recommendations() }
    case 'communityRss':
      return { title: `Community${karma}`, page: links.allPosts() }
    case 'metaRss':
      return { title: `About this site${karma}`, page: links.allPosts({ tag: 'meta', timeframe: 'allTime' }) }
    case 'questions':
      return { title: `Questions${karma}`, page: links.questions() }
    case 'dialogues':
      return { title: `Dialogues${karma}`, page: links.dialogues() }
    case 'search':
      return { title: `Search: ${of}`, page: links.search({ query: of }) }
    case 'userPosts': {
      const member = await read.get(members, of)
      return member === undefined ? null : { title: `${member.displayName}${karma}`, page: links.user(member.slug) }
    }
    case 'sequence': {
      const sequence = await read.get(sequences, of)
      const isShown = sequence !== undefined && sequence.removedAt === null
      return isShown ? { title: `${sequence.title}${karma}`, page: links.sequence(of) } : null
    }
    case 'tagScore': {
      // A page that no post carries yet has a feed too: its head names it.
      const tag = await findableTag(read, of)
      return tag === null ? null : { title: `${tag.name}${karma}`, page: links.wiki(tag.slug) }
    }
  }
}

async function subjectOfComments(read: Read, view: CommentView, of: string): Promise<Subject | null> {
  const listed = async (postId: string): Promise<Post | null> => {
    const post = await read.get(posts, postId)
    return post !== undefined && isListed(post) ? post : null
  }
  switch (view) {
    case 'rss':
      return { title: 'Comments', page: links.allComments() }
    case 'quickTakes':
      return { title: 'Quick takes', page: links.quickTakes() }
    case 'userComments': {
      const member = await read.get(members, of)
      return member === undefined ? null : { title: `Comments by ${member.displayName}`, page: links.user(member.slug) }
    }
    case 'postCommentsNew': {
      const post = await listed(of)
      return post && { title: `Comments on ${titleOf(post)}`, page: links.post(post) }
    }
    case 'commentReplies': {
      const comment = await read.get(comments, of)
      const post = comment !== undefined && stands(comment) ? await listed(comment.postId) : null
      return post && { title: `Replies to a comment on ${titleOf(post)}`, page: links.comment(post, of) }
    }
  }
}

async function postItems(read: Read, params: PostFeedParams, { site, text, search, now }: FeedTools): Promise<readonly FeedItem[]> {
  const found = await postsOfFeed({ read, search, now }, params)
  const shown = await read.getMany(
    revisions,
    found.flatMap(({ row }) => row.post.revisionId ?? []),
  )
  const bodies = new Map(shown.map((revision) => [revision.id, revision.body]))
  const tags = await tagsOfPosts(
    read,
    found.map(({ row }) => row.post),
  )
  let left = maxCharacters
  return found.map((fed) => {
    const { post } = fed.row
    const body = bodies.get(post.revisionId ?? '')
    const html =
      body === undefined ? '' : absolute(text.html(body, { idPrefix: `${post.id}-`, profile: 'essay', trusted: false }), site.origin)
    const fits = html.length <= left
    if (fits) left -= html.length
    const names = tags.get(post.id)?.map(({ name }) => name) ?? []
    return postItem(fed, { html: fits ? html : `<p>${escapeHtml(post.excerpt)}</p>`, tags: names }, site)
  })
}

interface Content {
  readonly html: string
  readonly tags: readonly string[]
}

function postItem({ row: { post, authors }, at }: FedPost, { html, tags }: Content, site: SiteFacts): FeedItem {
  const link = `${site.origin}${links.post(post)}`
  const source = post.linkUrl === null ? '' : `<p>Linkpost for <a href="${escapeHtml(post.linkUrl)}">${escapeHtml(post.linkUrl)}</a></p>\n`
  return {
    id: `${site.origin}${links.post({ id: post.id, slug: null })}`,
    link,
    title: titleOf(post),
    html: `${source}${html}\n<p><a href="${escapeHtml(`${link}#comments`)}">Discuss</a></p>`,
    summary: post.excerpt,
    lang: post.lang,
    authors: authors.map((author) => ({
      name: author.name || unknownMember.name,
      link: author.slug === '' ? null : `${site.origin}${links.user(author.slug)}`,
    })),
    tags,
    publishedAt: at,
    changedAt: Math.max(at, post.editedAt ?? 0),
  }
}

async function commentItems(
  read: Read,
  params: Extract<FeedParams, { type: 'comments' }>,
  { site, text }: FeedTools,
): Promise<readonly FeedItem[]> {
  return (await commentsOfFeed(read, params)).map(({ comment, author, post }): FeedItem => {
    const html = text.html(comment.body, { idPrefix: `${comment.id}-`, profile: 'comment', trusted: false })
    const link = `${site.origin}${links.commentInThread(post, comment.id)}`
    return {
      id: `${site.origin}${links.commentInThread({ id: post.id, slug: null }, comment.id)}`,
      link,
      title: comment.isQuickTake === true ? `Quick take by ${author.name}` : `${author.name} on ${titleOf(post)}`,
      html: `${absolute(html, site.origin)}\n<p><a href="${escapeHtml(`${site.origin}${links.comment(post, comment.id)}`)}">Discuss</a></p>`,
      summary: '',
      lang: post.lang,
      authors: [{ name: author.name, link: author.slug === '' ? null : `${site.origin}${links.user(author.slug)}` }],
      tags: [],
      publishedAt: comment.postedAt,
      changedAt: comment.editedAt ?? comment.postedAt,
    }
  })
}
