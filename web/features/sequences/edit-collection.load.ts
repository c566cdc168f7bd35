import { isId } from '#shared/kernel/ids.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { allCollections, booksOf } from '#shared/sequences/queries.ts'
import { canEditBooks, canEditCollection, canMakeCollection } from '#shared/sequences/rules.ts'
import { collections, sequences } from '#shared/sequences/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { hasText } from '#shared/text/measure.ts'
import type { LoadRequest } from '../../app/route.ts'
import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'

/**
 * `/editCollection?collectionId=`: a collection and its books. Without one, where administrators
 * make them.
 */
export async function loadEditCollection({ read, viewer, markdown }: PageData, { url }: LoadRequest) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const id = url.searchParams.get('collectionId') ?? ''
  if (id === '') {
    const mayMake = canMakeCollection(viewer)
    if (!mayMake.allowed) throw forbidden(mayMake.reason)
    const all = await read.list(allCollections())
    return {
      head: { title: 'Collections' },
      all: all.map(({ id: each, title, slug }) => ({ id: each, title, slug })),
      collection: null,
      mayEditBooks: false,
      books: [],
    }
  }
  const typed = (body: Doc): string => (hasText(body) ? (markdown?.(body) ?? '').trimEnd() : '')
  const collection = isId(id) ? await read.get(collections, id) : undefined
  if (collection === undefined) throw notFound()
  const editable = canEditCollection(viewer, collection)
  if (!editable.allowed) throw forbidden(editable.reason)
  const found = await read.list(booksOf(id))
  const sequenceTitles = titlesOf(
    await read.getMany(
      sequences,
      found.flatMap(({ sequenceIds }) => sequenceIds),
    ),
  )
  const postTitles = titlesOf(
    await read.getMany(
      posts,
      found.flatMap(({ postIds }) => postIds),
    ),
  )
  return {
    head: { title: `Edit ${collection.title}` },
    all: [],
    collection: {
      id,
      title: collection.title,
      slug: collection.slug,
      markdown: typed(collection.body),
      firstPageLink: collection.firstPageLink ?? '',
      hidesStart: collection.hidesStart,
      cardUrl: collection.cardUrl ?? '',
      noIndex: collection.noIndex,
    },
    mayEditBooks: canEditBooks(viewer).allowed,
    books: found.map((book) => ({
      id: book.id,
      title: book.title,
      subtitle: book.subtitle,
      tocTitle: book.tocTitle,
      markdown: typed(book.body),
      showsGrid: book.showsGrid,
      showsChapters: book.showsChapters,
      hidesProgress: book.hidesProgress,
      sequences: book.sequenceIds.map((each) => ({ id: each, title: sequenceTitles.get(each) ?? null })),
      posts: book.postIds.map((each) => ({ id: each, title: postTitles.get(each) ?? null })),
    })),
  }
}

function titlesOf(rows: readonly { readonly id: string; readonly title: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, title }) => [id, title === '' ? 'Untitled' : title]))
}
