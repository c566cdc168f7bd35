import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Thread } from '#shared/posts/queries.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { PageHead } from '../../data/answer.ts'

interface Shown {
  /** The comment that the address names. */
  readonly commentId: string | null
  readonly version: string | null
}

/** What search engines and other sites are told of a post. Earlier versions, drafts and single comments stay out of search engines. */
export function postHead({ site }: PageData, { post, authors, tally, revision }: Thread, { commentId, version }: Shown): PageHead {
  const isPublic = post.status === 'published' && post.publishedAt !== null
  const isIndexed = isPublic && !post.noIndex && commentId === null && version === null && post.rejectedReason === null
  const title = revision.title === '' ? 'Untitled' : revision.title
  const description = isPublic ? post.excerpt.slice(0, 300) : excerpt(revision.body, 200)
  const published = post.publishedAt === null ? {} : { publishedAt: post.publishedAt }
  return {
    title: commentId === null ? title : `Comment on ${title}`,
    description,
    canonical: commentId === null ? links.post(post) : links.comment(post, commentId),
    type: 'article',
    lang: post.lang,
    dir: post.direction,
    authors: authors.map((author) => author.name),
    ...published,
    ...(post.imageUrl === null ? {} : { image: post.imageUrl }),
    ...(isIndexed ? {} : { robots: 'noindex' as const }),
    ...(isPublic && commentId === null && version === null
      ? {
          jsonLd: {
            '@type': post.kind === 'question' ? 'DiscussionForumPosting' : 'BlogPosting',
            headline: title.slice(0, 110),
            description,
            url: `${site.origin}${links.post(post)}`,
            mainEntityOfPage: `${site.origin}${links.post(post)}`,
            author: authors.map((author) => ({
              '@type': 'Person',
              name: author.name,
              ...(author.slug === '' ? {} : { url: `${site.origin}${links.user(author.slug)}` }),
            })),
            datePublished: isoTime(post.publishedAt),
            dateModified: isoTime(post.editedAt ?? post.publishedAt),
            inLanguage: post.lang,
            wordCount: post.wordCount,
            keywords: post.tags,
            commentCount: post.commentCount,
            interactionStatistic: [
              {
                '@type': 'InteractionCounter',
                interactionType: 'https://schema.org/CommentAction',
                userInteractionCount: post.commentCount,
              },
              {
                '@type': 'InteractionCounter',
                interactionType: 'https://schema.org/LikeAction',
                userInteractionCount: Math.max(0, tally.baseScore),
              },
            ],
            publisher: { '@type': 'Organization', name: site.name, url: site.origin },
            ...(post.imageUrl === null ? {} : { image: post.imageUrl.startsWith('/') ? `${site.origin}${post.imageUrl}` : post.imageUrl }),
          },
        }
      : {}),
  }
}

const isoTime = (time: number | null): string | undefined => (time === null ? undefined : new Date(time).toISOString())
