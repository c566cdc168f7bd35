/** The forms of `/books`, for administrators. */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { putBookSet, removeBookSet } from '#shared/books/mutations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'

export function bookForms({ apply, recent }: Pick<FormTools, 'apply' | 'recent'>) {
  /** Without an `id` it makes one. `collection`: an id, or the address of its page. */
  const put = defineForm(putBookSet.name, {
    fields: z.strictObject({ id: field, year: field, title: field, text: field, coverUrl: field, buyUrl: field, collection: field }),
    async run(form, { id: given, year: typedYear, title, text, coverUrl, buyUrl, collection }) {
      const userId = senderOf(form)
      if (!/^\d{4}$/u.test(typedYear.trim())) throw new AppError('invalid', { field: 'year' })
      const year = Number(typedYear)
      const collectionId = collection.trim() === '' ? null : collection.split(/[/?#\s]/u).find(isId)
      if (collectionId === undefined) throw new AppError('invalid', { field: 'collection' })
      const [fresh = ''] = given === '' ? await recent.ids(form, 'books', [typedYear, title.trim()], 1) : []
      const args = {
        ...{ id: given || fresh, year, title, text, collectionId },
        ...{ coverUrl: coverUrl.trim() || null, buyUrl: buyUrl.trim() || null },
      }
      const seq = await applied(apply, { name: putBookSet.name, args, userId, source: 'member' })
      return { kind: 'done', location: links.booksOf(year), seq }
    },
  })

  const remove = defineForm(removeBookSet.name, {
    fields: z.strictObject({ id: field }),
    async run(form, { id }) {
      const userId = senderOf(form)
      const seq = await applied(apply, { name: removeBookSet.name, args: { id }, userId, source: 'member' })
      return { kind: 'done', location: links.books(), seq }
    },
  })

  return [put, remove]
}
