import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { cardOfPost, linkCardPath } from '#shared/pages/link-card.ts'
import type { Thread } from '#shared/posts/queries.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { PageHead } from '../../data/answer.ts'
import type { EventFacts } from './event-json-ld.ts'
import { eventJsonLd } from './event-json-ld.ts'
import type { PostFacts } from './post-json-ld.ts'
import { postJsonLd } from './post-json-ld.ts'
import type { SeriesView } from './series-view.ts'
import { shortened } from '#shared/text/shorten.ts'

interface Shown {
  /** The comment that the address names. */
  readonly commentId: string | null
  readonly version: string | null
  readonly series: SeriesView | null
  /** Of an event. */
  readonly event: EventFacts | null
}

/**
 * What search engines and other sites are told of a post. Earlier versions, drafts and single
 * comments stay out of search engines.
 */
export function postHead({ site, isOfDevice }: PageData, found: Thread, { commentId, version, series, event }: Shown): PageHead {
  const { post, authors, revision } = found
  const isPublic = post.status === 'published' && post.publishedAt !== null
  const isListed = isPublic && post.rejectedReason === null && post.isUnlisted !== true
  const isIndexed = isListed && !post.noIndex && commentId === null && version === null
  const title = revision.title === '' ? 'Untitled' : revision.title
  const description = post.cardText || (isPublic ? shortened(post.excerpt, 300) : excerpt(revision.body, 200))
  const image = post.cardImageUrl ?? event?.event.pictureUrl ?? post.imageUrl
  const card = cardOfPost(
    post,
    authors.map((author) => author.name),
    site.name,
  )
  const jsonLdOf = (facts: PostFacts) => (event === null ? null : eventJsonLd(site, found, event, facts)) ?? postJsonLd(site, found, facts)
  const published = post.publishedAt === null ? {} : { publishedAt: post.publishedAt }
  return {
    title: commentId === null ? title : `Comment on ${title}`,
    description,
    canonical: commentId === null ? links.post(post) : links.comment(post, commentId),
    ...(post.firstPublishedUrl && commentId === null ? { original: post.firstPublishedUrl } : {}),
    type: 'article',
    lang: post.lang,
    dir: post.direction,
    authors: authors.map((author) => author.name),
    ...published,
    ...(image === null ? {} : { image }),
    ...(post.cardTitle && commentId === null ? { cardTitle: post.cardTitle } : {}),
    ...(card === null ? {} : { card: linkCardPath(post.id, card) }),
    ...(isPublic && commentId === null && version === null ? { hasEmbed: true as const } : {}),
    ...(isIndexed ? {} : { robots: 'noindex' as const }),
    ...(isIndexed && isOfDevice !== true ? { jsonLd: jsonLdOf({ title, description, series }) } : {}),
    ...(isListed ? { feeds: feedsOf(post, title, commentId) } : {}),
  }
}

function feedsOf(post: Thread['post'], title: string, commentId: string | null): NonNullable<PageHead['feeds']> {
  const ofPost = { href: links.feed({ type: 'comments', view: 'postCommentsNew', postId: post.id }), title: `${title}: comments` }
  if (commentId === null) return [ofPost]
  return [
    ofPost,
    { href: links.feed({ type: 'comments', view: 'commentReplies', parentCommentId: commentId }), title: `${title}: replies to a comment` },
  ]
}
