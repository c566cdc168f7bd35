/** What the forms of `/editSequence` mean, for the device: comes with the first that is sent. */
import { AppError } from '#shared/kernel/errors.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import { parseArgs } from '#shared/kernel/mutation.ts'
import type { FormFields } from '#shared/sequences/form-fields.ts'
import { chapterFields, detailsIn, sequenceFields, staffFields } from '#shared/sequences/form-fields.ts'
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
import type { Doc } from '#shared/text/schema.ts'
import { freshId } from '../../data/fresh-id.ts'
import type { Deed } from './do-in-sequence.ts'
import { deed } from './do-in-sequence.ts'

type Given = Readonly<Record<string, string>>

export const createDeed = (id: string, title: string): readonly Deed[] => [deedOf(createSequence, { id, chapterId: freshId(), title })]

export async function detailDeeds(given: Given): Promise<readonly Deed[]> {
  const id = given['sequenceId'] ?? ''
  return [
    ...(await details(given, sequenceFields)).map((detail) => deedOf(setSequenceDetail, { id, detail })),
    ...(await details(given, staffFields)).map((detail) => deedOf(moderateSequence, { id, detail })),
  ]
}

export async function chapterDeeds(given: Given): Promise<readonly Deed[]> {
  const id = given['chapterId'] ?? ''
  return (await details(given, chapterFields)).map((detail) => deedOf(setChapterDetail, { id, detail }))
}

export const removedDeed = ({ sequenceId, isRemoved }: Given): readonly Deed[] => [
  deedOf(setSequenceRemoved, { id: sequenceId, isRemoved: isRemoved === 'true' }),
]

export const addChapterDeed = ({ sequenceId, title }: Given): readonly Deed[] => [deedOf(addChapter, { id: freshId(), sequenceId, title })]

export const moveChapterDeed = ({ chapterId, beforeId = '' }: Given): readonly Deed[] => [
  deedOf(moveChapter, { id: chapterId, beforeId: beforeId === '' ? null : beforeId }),
]

export const removeChapterDeed = ({ chapterId }: Given): readonly Deed[] => [deedOf(removeChapter, { id: chapterId })]

export function putDeed({ postId, to = '' }: Given): readonly Deed[] {
  const [chapterId = '', beforeId = ''] = to.split(':')
  return [deedOf(putPostInSequence, { chapterId, postId, beforeId: beforeId === '' ? null : beforeId })]
}

export const takeDeed = ({ sequenceId, postId }: Given): readonly Deed[] => [deedOf(takePostFromSequence, { sequenceId, postId })]

export const mainDeed = ({ sequenceId, postId }: Given): readonly Deed[] => [deedOf(setMainSequence, { sequenceId, postId })]

/** @throws AppError 'invalid', as the server would answer. */
function deedOf<Args>(mutation: Mutation<Args>, args: unknown): Deed {
  return deed(mutation, parseArgs(mutation, args))
}

async function details(given: Given, fields: FormFields) {
  return detailsIn(given, fields, essayOf)
}

async function essayOf(markdown: string): Promise<Doc> {
  const { markdownToDoc } = await import('#shared/text/markdown-in.ts')
  try {
    return markdownToDoc(markdown, 'essay').doc
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalid', { field: 'markdown' })
    throw error
  }
}
