/** The forms of `/editCollection`: collections, books, and what stands in them. */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import {
  addBook,
  createCollection,
  moveBook,
  putInBook,
  removeBook,
  setBookDetail,
  setCollectionDetail,
  takeFromBook,
} from '#shared/sequences/collection-mutations.ts'
import type { FormFields } from '#shared/sequences/form-fields.ts'
import { bookFields, collectionFields, detailsIn } from '#shared/sequences/form-fields.ts'
import { essayOf, requireNames } from './forms.ts'

export function collectionForms({ apply, recent }: Pick<FormTools, 'apply' | 'recent'>) {
  const one = async (form: FormRequest, collectionId: string, name: string, args: unknown): Promise<FormAnswer> => {
    const userId = senderOf(form)
    if (!isId(collectionId)) throw new AppError('not-found')
    const seq = await applied(apply, { name, args, userId, source: 'member' })
    return { kind: 'done', location: links.editCollection(collectionId), seq }
  }
  const several = async (form: FormRequest, collectionId: string, name: string, id: string, given: Given, fields: FormFields) => {
    senderOf(form)
    requireNames(given, fields)
    let answer: FormAnswer = { kind: 'done', location: links.editCollection(collectionId) }
    for (const detail of await detailsIn(given, fields, essayOf)) answer = await one(form, collectionId, name, { id, detail })
    return answer
  }

  const create = defineForm(createCollection.name, {
    fields: z.strictObject({ title: field, slug: field }),
    async run(form, { title, slug }) {
      const userId = senderOf(form)
      const [id = ''] = await recent.ids(form, 'collections', [title.trim(), slug.trim()], 1)
      const args = { id, title, slug: slug.trim() }
      const seq = await applied(apply, { name: createCollection.name, args, userId, source: 'member' })
      return { kind: 'done', location: links.editCollection(id), seq }
    },
  })
  const details = defineForm('collections.setDetails', {
    fields: z.record(z.string(), z.string()),
    run: (form, { collectionId = '', ...given }) =>
      several(form, collectionId, setCollectionDetail.name, collectionId, given, collectionFields),
  })
  const book = defineForm(addBook.name, {
    fields: z.strictObject({ collectionId: field, title: field }),
    async run(form, { collectionId, title }) {
      const [id = ''] = await recent.ids(form, collectionId, ['book', title.trim()], 1)
      return one(form, collectionId, addBook.name, { id, collectionId, title })
    },
  })
  const bookDetails = defineForm('collections.setBookDetails', {
    fields: z.record(z.string(), z.string()),
    run: (form, { collectionId = '', bookId = '', ...given }) => several(form, collectionId, setBookDetail.name, bookId, given, bookFields),
  })
  const order = defineForm(moveBook.name, {
    fields: z.strictObject({ collectionId: field, bookId: field, beforeId: field }),
    run: (form, { collectionId, bookId, beforeId }) => one(form, collectionId, moveBook.name, { id: bookId, beforeId: beforeId || null }),
  })
  const drop = defineForm(removeBook.name, {
    fields: z.strictObject({ collectionId: field, bookId: field }),
    run: (form, { collectionId, bookId }) => one(form, collectionId, removeBook.name, { id: bookId }),
  })
  /**
   * `item`: an id, or the address of a sequence's or a post's page here. `to`: before which; empty
   * for the end.
   */
  const put = defineForm(putInBook.name, {
    fields: z.strictObject({ collectionId: field, bookId: field, kind: field, item: field, to: field }),
    run: (form, { collectionId, bookId, kind, item, to }) =>
      one(form, collectionId, putInBook.name, { bookId, kind, itemId: idIn(item), beforeId: to || null }),
  })
  const take = defineForm(takeFromBook.name, {
    fields: z.strictObject({ collectionId: field, bookId: field, kind: field, item: field }),
    run: (form, { collectionId, bookId, kind, item }) => one(form, collectionId, takeFromBook.name, { bookId, kind, itemId: idIn(item) }),
  })
  return [create, details, book, bookDetails, order, drop, put, take]
}

type Given = Readonly<Record<string, string>>

/** @throws AppError 'invalid' with `item`. */
function idIn(typed: string): string {
  const found = typed.split(/[/?#\s]/u).find(isId)
  if (found === undefined) throw new AppError('invalid', { field: 'item' })
  return found
}
