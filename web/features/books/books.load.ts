import { allBookSets, bookSetOf } from '#shared/books/queries.ts'
import type { BookSet } from '#shared/books/schema.ts'
import { bookSetDetails } from '#shared/books/schema.ts'
import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { allCollections, booksOf, booksWithParts, contentsOf } from '#shared/sequences/queries.ts'
import { canEditBooks } from '#shared/sequences/rules.ts'
import type { Book } from '#shared/sequences/schema.ts'
import { collections } from '#shared/sequences/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { seriesLines } from '../../blocks/sequences/series-view.ts'
import { PageProblem } from '../../data/answer.ts'
import { shortened } from '#shared/text/shorten.ts'

export type BookSetView = Awaited<ReturnType<typeof viewOf>>

/** `/books`: the printed books, newest first. */
export async function loadBooks({ read, site, viewer }: PageData) {
  const found = await read.list(allBookSets())
  const mayEdit = canEditBooks(viewer).allowed
  return {
    head: { title: 'Books', description: `Printed books of essays from ${site.name}.`, canonical: links.books() },
    sets: await Promise.all(found.map((one) => viewOf(read, one))),
    fields: fieldsFor(mayEdit),
    /** The books that collections consist of, for whoever changes them. */
    parts: mayEdit ? await booksOfCollections(read) : [],
  }
}

/**
 * `/books/:year`: the books that came out of one year, with what is in them, or that there are
 * none.
 */
export async function loadBookSet({ read, viewer }: PageData, { params }: LoadRequest) {
  const year = /^\d{4}$/u.test(params['year'] ?? '') ? Number(params['year']) : 0
  if (!bookSetDetails.year.value.safeParse(year).success) throw new PageProblem(404, 'no-such-books')
  const [found] = await read.list(bookSetOf(year))
  if (found === undefined)
    return {
      head: { title: `Books of ${year}`, canonical: links.booksOf(year), robots: 'noindex' as const },
      ...{ year, set: null, contents: [], fields: null },
    }
  const set = await viewOf(read, found)
  return {
    head: {
      title: set.title,
      description: shortened(set.text, 200),
      canonical: links.booksOf(year),
      ...(set.cover !== null && { image: set.cover }),
    },
    year,
    set,
    contents: set.collection === null ? [] : await contentsOfBooks(read, set.collection.id),
    fields: fieldsFor(canEditBooks(viewer).allowed),
  }
}

async function booksOfCollections(read: Read) {
  const listed = await Promise.all(
    (await read.list(allCollections())).map(async (collection) => ({ collection, books: await read.list(booksOf(collection.id)) })),
  )
  return listed
    .filter(({ books }) => books.length > 0)
    .map(({ collection: { id, title }, books }) => ({
      ...{ id, title, href: links.editCollection(id) },
      books: books.map((book) => ({ id: book.id, title: titleOf(book) })),
    }))
}

const titleOf = ({ title, number }: Pick<Book, 'title' | 'number'>): string => (title === '' ? `Book ${number}` : title)

/** `null`: the viewer changes nothing. */
const fieldsFor = (mayEdit: boolean) => (mayEdit ? detailFields(bookSetDetails) : null)

async function viewOf(read: Read, set: BookSet) {
  const { id, year, title, text, coverUrl, buyUrl, collectionId } = set
  const found = collectionId === null ? undefined : await read.get(collections, collectionId)
  /** Where it can be read here. */
  const collection = found === undefined ? null : { id: found.id, href: links.collection(found.id) }
  return {
    ...{ id, year, href: links.booksOf(year), title, text, cover: coverUrl, buyUrl, collection },
    typed: { ...typedDetails(bookSetDetails, set), collectionId: collection?.href ?? '' },
  }
}

async function contentsOfBooks(read: Read, collectionId: string) {
  return Promise.all(
    (await booksWithParts(read, collectionId)).map(async ({ book, sequences, posts }) => {
      const inSequences = await Promise.all(
        sequences.map(async (sequence) =>
          seriesLines(
            read,
            (await contentsOf(read, sequence.id)).flatMap((part) => part.posts),
            sequence,
          ),
        ),
      )
      const lines = [...inSequences.flat(), ...(await seriesLines(read, posts, null))]
      return {
        id: book.id,
        title: titleOf(book),
        lines: lines.filter(({ isWaiting }) => !isWaiting),
      }
    }),
  )
}

export const loads: Loads = { '/books': loadBooks, '/books/:year': loadBookSet }
