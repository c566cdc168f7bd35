import { formFor } from '#server/http/form-for.ts'
import { putBookSet, removeBookSet } from '#shared/books/mutations.ts'
import { bookSets } from '#shared/books/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'

/** An id, or the address of the collection's page. */
const idInAddress = (typed: string): string | null => (typed.trim() === '' ? null : (typed.split(/[/?#\s]/u).find(isId) ?? typed))

export const booksOnServer = defineServerDomain({
  forms: [
    formFor(putBookSet, {
      fields: { collectionId: 'collection' },
      read: { collectionId: idInAddress },
      makes: { what: 'books', alike: ['year', 'title'] },
      to: ({ year }) => links.booksOf(year),
    }),
    formFor(removeBookSet, { to: () => links.books() }),
  ],
  texts: [textsIn(bookSets, ['year'])],
})
