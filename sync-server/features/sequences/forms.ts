/**
 * The forms of `/sequencesNew` and `/editSequence`: each button there, for whoever has no script.
 */
import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { docOf } from '#server/http/typed-text.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { FormFields } from '#shared/sequences/form-fields.ts'
import { chapterFields, detailsIn, sequenceFields, staffFields, strangeIn } from '#shared/sequences/form-fields.ts'
import {
  addChapter,
  createSequence,
  moderateSequence,
  moveChapter,
  putPostInSequence,
  removeChapter,
  setChapterDetail,
  setMainSequence,
  setSequenceDetail,
  setSequenceRemoved,
  takePostFromSequence,
} from '#shared/sequences/mutations.ts'

export function sequenceForms({ apply, recent }: Pick<FormTools, 'apply' | 'recent'>) {
  const one = async (form: FormRequest, sequenceId: string, name: string, args: unknown): Promise<FormAnswer> => {
    const userId = senderOf(form)
    // What is no id is no sequence, and nobody learns more.
    if (!isId(sequenceId)) throw new AppError('not-found')
    const seq = await applied(apply, { name, args, userId, source: 'member' })
    return { kind: 'done', location: links.editSequence(sequenceId), seq }
  }
  const several = async (form: FormRequest, sequenceId: string, name: string, id: string, given: Given, fields: FormFields) => {
    senderOf(form)
    let answer: FormAnswer = { kind: 'done', location: links.editSequence(sequenceId) }
    for (const detail of await detailsIn(given, fields, essayOf)) answer = await one(form, sequenceId, name, { id, detail })
    return answer
  }

  const create = defineForm(createSequence.name, {
    fields: z.strictObject({ title: field }),
    async run(form, { title }) {
      const userId = senderOf(form)
      const [id = '', chapterId = ''] = await recent.ids(form, 'sequences', [title.trim()], 2)
      const seq = await applied(apply, { name: createSequence.name, args: { id, chapterId, title }, userId, source: 'member' })
      return { kind: 'done', location: links.editSequence(id), seq }
    },
  })

  const details = defineForm('sequences.setDetails', {
    fields: z.record(z.string(), z.string()),
    async run(form, { sequenceId = '', ...given }) {
      requireNames(given, { ...sequenceFields, ...staffFields })
      const answer = await several(form, sequenceId, setSequenceDetail.name, sequenceId, given, sequenceFields)
      const staffs = await several(form, sequenceId, moderateSequence.name, sequenceId, given, staffFields)
      return staffs.kind === 'done' && staffs.seq === undefined ? answer : staffs
    },
  })

  const remove = defineForm(setSequenceRemoved.name, {
    fields: z.strictObject({ sequenceId: field, isRemoved: field }),
    run: (form, { sequenceId, isRemoved }) =>
      one(form, sequenceId, setSequenceRemoved.name, { id: sequenceId, isRemoved: isRemoved === 'true' }),
  })

  const chapter = defineForm(addChapter.name, {
    fields: z.strictObject({ sequenceId: field, title: field }),
    async run(form, { sequenceId, title }) {
      const [id = ''] = await recent.ids(form, sequenceId, ['chapter', title.trim()], 1)
      return one(form, sequenceId, addChapter.name, { id, sequenceId, title })
    },
  })

  const chapterDetails = defineForm('sequences.setChapterDetails', {
    fields: z.record(z.string(), z.string()),
    run(form, { sequenceId = '', chapterId = '', ...given }) {
      requireNames(given, chapterFields)
      return several(form, sequenceId, setChapterDetail.name, chapterId, given, chapterFields)
    },
  })

  const orderChapters = defineForm(moveChapter.name, {
    fields: z.strictObject({ sequenceId: field, chapterId: field, beforeId: field }),
    run: (form, { sequenceId, chapterId, beforeId }) =>
      one(form, sequenceId, moveChapter.name, { id: chapterId, beforeId: beforeId || null }),
  })

  const dropChapter = defineForm(removeChapter.name, {
    fields: z.strictObject({ sequenceId: field, chapterId: field }),
    run: (form, { sequenceId, chapterId }) => one(form, sequenceId, removeChapter.name, { id: chapterId }),
  })

  /** `to`: `CHAPTER:POST`, before which it goes, or `CHAPTER:` for the end. */
  const put = defineForm(putPostInSequence.name, {
    fields: z.strictObject({ sequenceId: field, postId: field, to: field }),
    run(form, { sequenceId, postId, to }) {
      const [chapterId = '', beforeId = ''] = to.split(':')
      return one(form, sequenceId, putPostInSequence.name, { chapterId, postId, beforeId: beforeId || null })
    },
  })

  const place = z.strictObject({ sequenceId: field, postId: field })
  const take = defineForm(takePostFromSequence.name, {
    fields: place,
    run: (form, args) => one(form, args.sequenceId, takePostFromSequence.name, args),
  })
  const main = defineForm(setMainSequence.name, {
    fields: place,
    run: (form, args) => one(form, args.sequenceId, setMainSequence.name, args),
  })

  return [create, details, remove, chapter, chapterDetails, orderChapters, dropChapter, put, take, main]
}

type Given = Readonly<Record<string, string>>

export const essayOf = (markdown: string) => docOf(markdown, 'essay')

/** @throws AppError 'invalid' with a field that no such form has. */
export function requireNames(given: Given, fields: FormFields): void {
  const strange = strangeIn(given, fields)
  if (strange !== undefined) throw new AppError('invalid', { field: strange })
}
