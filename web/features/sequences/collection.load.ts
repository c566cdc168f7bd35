import { isId } from '#shared/kernel/ids.ts'
import type { FeaturedName } from '#shared/links.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { collectionFor } from '#shared/sequences/featured.ts'
import type { BookParts } from '#shared/sequences/queries.ts'
import { booksWithParts, contentsOf } from '#shared/sequences/queries.ts'
import type { Collection } from '#shared/sequences/schema.ts'
import { collections } from '#shared/sequences/schema.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { LoadRequest } from '../../app/route.ts'
import { introBodies, introOf, readingView, sequenceCards, seriesLines } from '../../blocks/sequences/series-view.ts'
import { elsewhere, notFound } from '../../data/answer.ts'

/** `/collections/:collectionId` (content.md 8.5) */
export async function loadCollection(data: PageData, { params }: LoadRequest) {
  const id = params['collectionId'] ?? ''
  const collection = isId(id) ? await data.read.get(collections, id) : undefined
  if (collection === undefined) throw notFound()
  return collectionPage(data, collection, links.collection(id))
}

/** A collection under the name that the deployment gives it; without one there is the library. */
export const loadFeatured = (name: FeaturedName) => async (data: PageData) => {
  const collection = await collectionFor(data, name)
  if (collection === undefined) throw elsewhere(links.library())
  return collectionPage(data, collection, links.featured(name))
}

/** `/sequences`: the first of them. */
export const loadSequences = loadFeatured('rationality')

async function collectionPage(data: PageData, collection: Collection, canonical: string) {
  const { read, site } = data
  const found = await booksWithParts(read, collection.id)
  const books = await Promise.all(found.map((parts) => bookView(data, parts)))
  const bookLines = books.flatMap(({ sequences, lines }) => [...sequences.flatMap((one) => one.lines), ...lines])
  const description = excerpt(collection.body, 200) || `A collection of essays on ${site.name}.`
  return {
    head: {
      title: collection.title,
      description,
      canonical,
      ...(collection.cardUrl === null ? {} : { image: collection.cardUrl }),
      ...(collection.noIndex ? { robots: 'noindex' as const } : {}),
      jsonLd: {
        '@type': 'Collection',
        name: collection.title,
        description,
        url: `${site.origin}${canonical}`,
        hasPart: books.flatMap(({ sequences }) =>
          sequences.map((one) => ({ '@type': 'CreativeWorkSeries', name: one.title, url: `${site.origin}${one.href}` })),
        ),
      },
    },
    collection: { id: collection.id, authorId: collection.authorId, title: collection.title, hidesStart: collection.hidesStart },
    firstPage: collection.firstPageLink,
    intro: introOf(collection.id, collection.body),
    books,
    reading: readingView(bookLines),
    bodies: introBodies(data, [
      { key: collection.id, body: collection.body },
      ...found.map(({ book }) => ({ key: book.id, body: book.body })),
    ]),
  }
}

async function bookView({ read }: PageData, { book, sequences, posts }: BookParts) {
  const cards = await sequenceCards(read, sequences)
  const parts = await Promise.all(
    sequences.map(async (sequence, at) => {
      const chapters = await Promise.all(
        (await contentsOf(read, sequence.id)).map(async (part) => ({
          id: part.chapter.id,
          title: part.chapter.title,
          lines: (await seriesLines(read, part.posts, sequence)).filter(({ isWaiting }) => !isWaiting),
        })),
      )
      return {
        id: sequence.id,
        title: sequence.title,
        href: links.sequence(sequence.id),
        card: cards[at],
        chapters: book.showsChapters ? chapters.filter(({ lines }) => lines.length > 0) : [],
        lines: chapters.flatMap(({ lines }) => lines),
      }
    }),
  )
  const lines = await seriesLines(read, posts, null)
  return {
    id: book.id,
    title: book.title === '' ? `Book ${book.number}` : book.title,
    subtitle: book.subtitle,
    tocTitle: book.tocTitle === '' ? (book.title === '' ? `Book ${book.number}` : book.title) : book.tocTitle,
    showsGrid: book.showsGrid,
    hidesProgress: book.hidesProgress,
    intro: introOf(book.id, book.body),
    sequences: parts,
    lines,
    reading: readingView([...parts.flatMap((part) => part.lines), ...lines]),
  }
}
