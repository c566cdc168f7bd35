import { stands } from '#shared/comments/queries.ts'
import type { MemberCard } from '#shared/accounts/queries.ts'
import type { ThreadComment } from '#shared/comments/queries.ts'
import { shownScore } from '#shared/comments/scores.ts'
import { links } from '#shared/links.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { Thread } from '#shared/posts/queries.ts'
import { excerpt } from '#shared/text/measure.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { SeriesView } from './series-view.ts'

export type JsonLd = Readonly<Record<string, unknown>>

/** Of the best ones; the rest is on the page. */
const most = { answers: 10, answerCharacters: 1_000, questionCharacters: 2_000 } as const

export interface PostFacts {
  readonly title: string
  readonly description: string
  /** The sequence by which readers go on from it. */
  readonly series?: Pick<SeriesView, 'title' | 'href' | 'place'> | null
}

/**
 * What search engines are told of a public post (schema.org): a question with its answers, or an
 * essay. Text is plain.
 */
export function postJsonLd(site: SiteFacts, found: Thread, facts: PostFacts): JsonLd {
  const { post } = found
  return kindFacts(post).isQuestionPage ? questionPage(site, found, facts.title) : essay(site, found, facts)
}

function essay(site: SiteFacts, { post, authors, tally, tags }: Thread, { title, description, series = null }: PostFacts): JsonLd {
  return {
    '@type': 'BlogPosting',
    headline: title.slice(0, 110),
    description,
    url: `${site.origin}${links.post(post)}`,
    mainEntityOfPage: `${site.origin}${links.post(post)}`,
    author: authors.map((author) => person(site, author)),
    datePublished: isoTime(post.publishedAt),
    dateModified: isoTime(post.editedAt ?? post.publishedAt),
    inLanguage: post.lang,
    wordCount: post.wordCount,
    keywords: tags.map(({ name }) => name),
    commentCount: post.commentCount,
    interactionStatistic: [counted('CommentAction', post.commentCount), counted('LikeAction', Math.max(0, tally.baseScore))],
    ...(series !== null && {
      isPartOf: { '@type': 'CreativeWorkSeries', name: series.title, url: `${site.origin}${series.href}` },
      position: series.place.at,
    }),
    publisher: { '@type': 'Organization', name: site.name, url: site.origin },
    ...imageOf(site, post),
  }
}

function questionPage(site: SiteFacts, { post, authors, tally, revision, comments }: Thread, title: string): JsonLd {
  const answers = comments.filter(({ comment }) => comment.isAnswer === true && comment.parentId === null && stands(comment))
  const best = answers.toSorted((a, b) => b.tally.baseScore - a.tally.baseScore).slice(0, most.answers)
  return {
    '@type': 'QAPage',
    mainEntity: {
      '@type': 'Question',
      name: title,
      text: excerpt(revision.body, most.questionCharacters) || title,
      url: `${site.origin}${links.post(post)}`,
      inLanguage: post.lang,
      author: authors.map((author) => person(site, author)),
      datePublished: isoTime(post.publishedAt),
      dateModified: isoTime(post.editedAt ?? post.publishedAt),
      upvoteCount: tally.baseScore,
      answerCount: answers.length,
      ...(best.length > 0 && { suggestedAnswer: best.map((answer) => answerOf(site, post, answer)) }),
    },
  }
}

function answerOf(site: SiteFacts, post: Thread['post'], { comment, author, tally }: ThreadComment): JsonLd {
  return {
    '@type': 'Answer',
    text: excerpt(comment.body, most.answerCharacters),
    url: `${site.origin}${links.commentInThread(post, comment.id)}`,
    author: person(site, author),
    datePublished: isoTime(comment.postedAt),
    upvoteCount: shownScore(tally) ?? undefined,
  }
}

export function imageOf(site: SiteFacts, { imageUrl }: Pick<Thread['post'], 'imageUrl'>): JsonLd {
  return imageUrl === null ? {} : { image: imageUrl.startsWith('/') ? `${site.origin}${imageUrl}` : imageUrl }
}

export function person(site: SiteFacts, { name, slug }: MemberCard): JsonLd {
  return { '@type': 'Person', name, ...(slug === '' ? {} : { url: `${site.origin}${links.user(slug)}` }) }
}

function counted(action: string, userInteractionCount: number): JsonLd {
  return { '@type': 'InteractionCounter', interactionType: `https://schema.org/${action}`, userInteractionCount }
}

const isoTime = (time: number | null): string | undefined => (time === null ? undefined : new Date(time).toISOString())
