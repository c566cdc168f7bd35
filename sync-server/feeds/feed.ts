/** `/feed.xml`: the newest posts with their whole text, as RSS, Atom or JSON Feed (content.md 10.1). */
import { Feed } from 'feed'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { BodyText } from '../pages/page-renderer.ts'
import type { Rendered } from '../pages/page-cache.ts'
import type { FeedParams } from './feed-params.ts'
import type { PostRow } from '#shared/feed/queries.ts'
import { unknownMember } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { withAuthorsAndTallies } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { postList } from '#shared/feed/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { posts, revisions } from '#shared/posts/schema.ts'

const postsInFeed = 10
const commentsInFeed = 50
/** Readers' programs give up on feeds of megabytes: what would go past this comes with its beginning only. */
const mostCharacters = 400_000

const types = {
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const

export interface FeedTools {
  readonly site: SiteFacts
  readonly text: BodyText
}

/** @param read gated for a visitor. */
export async function renderFeed(read: Read, params: FeedParams, { site, text }: FeedTools): Promise<Rendered> {
  const owner = params.userId === null ? undefined : await read.get(members, params.userId)
  if (params.userId !== null && owner === undefined)
    return { status: 404, location: null, contentType: 'text/plain; charset=utf-8', body: 'No such feed.\n' }
  const items = params.view === 'comments' ? await commentItems(read, site, text) : await postItems(read, params, site, text)
  const self = `${site.origin}${links.feed(selfQuery(params))}`
  const feed = new Feed({
    id: `${site.origin}/`,
    title: titleOf(params, site, owner?.displayName),
    description: site.tagline,
    link: owner === undefined ? `${site.origin}/` : `${site.origin}${links.user(owner.slug)}`,
    feedLinks: { [params.format]: self },
    ...(params.format === 'rss' ? { feed: self } : {}),
    generator: false,
    copyright: '',
    ttl: 10,
    // Of the newest item, not of this moment: the same feed has the same bytes.
    updated: items.reduce((newest, item) => (item.date > newest ? item.date : newest), new Date(0)),
  })
  // The package says that titles and descriptions are HTML, and readers' programs take them for it; a JSON Feed has plain text there.
  for (const item of items)
    feed.addItem(params.format === 'json' ? item : { ...item, title: escaped(item.title), description: escaped(item.description ?? '') })
  const body = params.format === 'rss' ? feed.rss2() : params.format === 'atom' ? feed.atom1() : feed.json1()
  return { status: 200, location: null, contentType: types[params.format], body: withoutControls(body) }
}

type FeedItem = Parameters<Feed['addItem']>[0]

async function postItems(read: Read, params: FeedParams, site: SiteFacts, text: BodyText): Promise<readonly FeedItem[]> {
  const feedName = {
    rss: 'all',
    frontpageRss: 'frontpage',
    curatedRss: 'curated',
    userPosts: `author:${params.userId ?? ''}`,
    comments: 'all',
  }[params.view]
  const threshold = params.karmaThreshold
  const { rows } = await postList(read, feedName, 'new', threshold === null ? postsInFeed : postsInFeed * 10)
  const chosen = rows.filter((row) => threshold === null || row.tally.maxBaseScore >= threshold).slice(0, postsInFeed)
  const bodies = new Map(
    (
      await read.getMany(
        revisions,
        chosen.flatMap((row) => row.post.revisionId ?? []),
      )
    ).map((revision) => [revision.id, revision.body]),
  )
  let left = mostCharacters
  return chosen.map((row) => {
    const body = bodies.get(row.post.revisionId ?? '')
    const html =
      body === undefined ? '' : absolute(text.html(body, { idPrefix: `${row.post.id}-`, profile: 'essay', trusted: false }), site.origin)
    const fits = html.length <= left
    if (fits) left -= html.length
    return postItem(row, fits ? html : `<p>${escaped(row.post.excerpt)}</p>`, site)
  })
}

function postItem({ post, authors }: PostRow, html: string, site: SiteFacts): FeedItem {
  const link = `${site.origin}${links.post(post)}`
  const date = new Date(post.publishedAt ?? post.createdAt)
  return {
    title: post.title,
    id: `${site.origin}${links.post({ id: post.id, slug: null })}`,
    link,
    date,
    published: date,
    description: post.excerpt,
    content: `${html}\n<p><a href="${escaped(`${link}#comments`)}">Discuss</a></p>`,
    author: authors.map((author) => ({ name: author.name || unknownMember.name })),
    // The package writes them into attributes as they are, where XML knows no bare `<`.
    category: post.tags.map((tag) => ({ name: tag.replaceAll('<', '‹') })),
  }
}

async function commentItems(read: Read, site: SiteFacts, text: BodyText): Promise<readonly FeedItem[]> {
  const rows = await read.list(
    defineQuery({ table: comments, index: ['postedAt'], equals: [], order: 'descending', limit: commentsInFeed }),
  )
  const live = await withAuthorsAndTallies(
    read,
    rows.filter((comment) => comment.removedBy === null),
  )
  const under = new Map((await read.getMany(posts, [...new Set(live.map((row) => row.comment.postId))])).map((post) => [post.id, post]))
  return live.flatMap(({ comment, author }) => {
    const post = under.get(comment.postId)
    if (post === undefined) return []
    const link = `${site.origin}${links.commentInThread(post, comment.id)}`
    const content = absolute(text.html(comment.body, { idPrefix: `${comment.id}-`, profile: 'comment', trusted: false }), site.origin)
    const date = new Date(comment.postedAt)
    return [{ title: `${author.name} on ${post.title}`, id: link, link, date, published: date, content, author: [{ name: author.name }] }]
  })
}

function titleOf(params: FeedParams, site: SiteFacts, owner: string | undefined): string {
  const parts = { rss: '', frontpageRss: 'Front page', curatedRss: 'Curated', userPosts: owner ?? '', comments: 'Comments' } as const
  const part = parts[params.view]
  return part === '' ? site.name : `${part} – ${site.name}`
}

function selfQuery({ view, userId, karmaThreshold, format }: FeedParams): Readonly<Record<string, string>> {
  return {
    ...(view === 'comments' ? { type: 'comments' } : view === 'rss' ? {} : { view }),
    ...(userId === null ? {} : { userId }),
    ...(karmaThreshold === null ? {} : { karmaThreshold: String(karmaThreshold) }),
    ...(format === 'rss' ? {} : { format }),
  }
}

/** In a feed reader a path leads nowhere. The HTML is our own renderer's, which quotes every attribute. */
function absolute(html: string, origin: string): string {
  return html.replace(/ (href|src)="\/(?!\/)/gu, ` $1="${origin}/`)
}

function escaped(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;').replace(/"/gu, '&quot;')
}

/** XML 1.0 has no place for these, escaped or not (§2.2). */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, '')
}
