import { yearOfWinners } from '#shared/annual-review/gallery-queries.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { contentsOf, requireAllPosts, isInReading } from '#shared/sequences/queries.ts'
import { canEditSequence, canReadSequence } from '#shared/sequences/rules.ts'
import type { Sequence } from '#shared/sequences/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { LoadRequest } from '../../app/route.ts'
import { personView } from '../../blocks/people.ts'
import type { SeriesLine } from '../../blocks/sequences/series-view.ts'
import { introBodies, introOf, readingView, seriesLines } from '../../blocks/sequences/series-view.ts'
import { gone, moved, notFound } from '../../data/answer.ts'
import { loadWinners } from './winners.ts'

/** `/s/:sequenceId` (content.md 8.2) */
export async function loadSequence(data: PageData, { params }: LoadRequest) {
  const id = params['sequenceId'] ?? ''
  const year = yearOfWinners(id)
  if (year !== null) return loadWinners(data, year)
  const sequence = isId(id) ? await data.read.get(sequences, id) : undefined
  if (sequence === undefined) throw notFound()
  const readable = canReadSequence(data.viewer, sequence)
  if (!readable.allowed) throw readable.reason === 'not-found' ? notFound() : gone(readable.reason)
  const contents = await contentsOf(data.read, id)
  await requireAllPosts(data.read, contents)
  // What waits, or was withdrawn, is shown to whoever may change it here, and to nobody else.
  const seesAll = canEditSequence(data.viewer, sequence).allowed
  const chapters = await Promise.all(
    contents.map(async ({ chapter, posts }) => ({
      id: chapter.id,
      title: chapter.title,
      subtitle: chapter.subtitle,
      intro: introOf(chapter.id, chapter.body),
      lines: await seriesLines(data.read, seesAll ? posts : posts.filter(isInReading), sequence),
    })),
  )
  const author = (await memberCards(data.read, [sequence.authorId])).get(sequence.authorId) ?? unknownMember
  const reading = readingView(chapters.flatMap(({ lines }) => lines))
  return {
    head: headOf(
      data,
      sequence,
      author.name,
      chapters.flatMap(({ lines }) => lines),
    ),
    sequence: {
      id,
      // For the rule that says who may change it.
      authorId: sequence.authorId,
      isDraft: sequence.isDraft,
      publishedAt: sequence.publishedAt,
      removedAt: sequence.removedAt,
      ...(sequence.awaitsReview === true && { awaitsReview: true }),
      title: sequence.title,
      bannerUrl: sequence.bannerUrl,
      at: sequence.publishedAt ?? sequence.createdAt,
    },
    /** Of which year it has the winners; absent: somebody has made it. */
    reviewYear: undefined,
    author: personView(author),
    intro: introOf(id, sequence.body),
    chapters,
    reading,
    bodies: introBodies(data, [
      { key: id, body: sequence.body },
      ...contents.map(({ chapter }) => ({ key: chapter.id, body: chapter.body })),
    ]),
  }
}

function headOf({ site }: PageData, sequence: Sequence, author: string, lines: readonly SeriesLine[]) {
  const { id, title, noIndex, publishedAt, isDraft, removedAt } = sequence
  const description = excerpt(sequence.body, 200) || `A sequence of essays by ${author}.`
  const isIndexed = !noIndex && !isDraft && removedAt === null && publishedAt !== null
  const image = sequence.bannerUrl ?? sequence.cardUrl
  return {
    title: isDraft ? `[Draft] ${title}` : title,
    description,
    canonical: links.sequence(id),
    type: 'article' as const,
    authors: [author],
    ...(publishedAt === null ? {} : { publishedAt }),
    ...(image === null ? {} : { image }),
    ...(isIndexed ? {} : { robots: 'noindex' as const }),
    ...(isIndexed && {
      feeds: [{ href: links.feed({ view: 'sequence', sequenceId: id }), title: `${title}: posts` }],
      jsonLd: {
        '@type': 'CreativeWorkSeries',
        name: title,
        description,
        url: `${site.origin}${links.sequence(id)}`,
        author: { '@type': 'Person', name: author },
        datePublished: new Date(publishedAt).toISOString(),
        hasPart: lines
          .filter(({ isWaiting }) => !isWaiting)
          .map((line, at) => ({
            '@type': 'BlogPosting',
            position: at + 1,
            headline: line.title.slice(0, 110),
            url: `${site.origin}${links.post({ id: line.id, slug: null })}`,
          })),
      },
    }),
  }
}

/** `/sequences/:sequenceId` */
export function loadSequenceAlias(_data: PageData, { params, url }: LoadRequest): never {
  const id = params['sequenceId'] ?? ''
  throw isId(id) ? moved(`${links.sequence(id)}${url.search}`) : notFound()
}
