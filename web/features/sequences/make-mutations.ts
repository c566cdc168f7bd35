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
import type { MutationCall } from './do-in-sequence.ts'
import { callOf } from './do-in-sequence.ts'

type Given = Readonly<Record<string, string>>

export const createMutation = (id: string, title: string): readonly MutationCall[] => [
  mutationOf(createSequence, { id, chapterId: freshId(), title }),
]

export async function detailMutations(given: Given): Promise<readonly MutationCall[]> {
  const id = given['sequenceId'] ?? ''
  return [
    ...(await details(given, sequenceFields)).map((detail) => mutationOf(setSequenceDetail, { id, detail })),
    ...(await details(given, staffFields)).map((detail) => mutationOf(moderateSequence, { id, detail })),
  ]
}

export async function chapterMutations(given: Given): Promise<readonly MutationCall[]> {
  const id = given['chapterId'] ?? ''
  return (await details(given, chapterFields)).map((detail) => mutationOf(setChapterDetail, { id, detail }))
}

export const removedMutation = ({ sequenceId, isRemoved }: Given): readonly MutationCall[] => [
  mutationOf(setSequenceRemoved, { id: sequenceId, isRemoved: isRemoved === 'true' }),
]

export const addChapterMutation = ({ sequenceId, title }: Given): readonly MutationCall[] => [
  mutationOf(addChapter, { id: freshId(), sequenceId, title }),
]

export const moveChapterMutation = ({ chapterId, beforeId = '' }: Given): readonly MutationCall[] => [
  mutationOf(moveChapter, { id: chapterId, beforeId: beforeId === '' ? null : beforeId }),
]

export const removeChapterMutation = ({ chapterId }: Given): readonly MutationCall[] => [mutationOf(removeChapter, { id: chapterId })]

export function putMutation({ postId, to = '' }: Given): readonly MutationCall[] {
  const [chapterId = '', beforeId = ''] = to.split(':')
  return [mutationOf(putPostInSequence, { chapterId, postId, beforeId: beforeId === '' ? null : beforeId })]
}

export const takeMutation = ({ sequenceId, postId }: Given): readonly MutationCall[] => [
  mutationOf(takePostFromSequence, { sequenceId, postId }),
]

export const mainMutation = ({ sequenceId, postId }: Given): readonly MutationCall[] => [
  mutationOf(setMainSequence, { sequenceId, postId }),
]

/** @throws AppError 'invalid', as the server would answer. */
function mutationOf<Args>(mutation: Mutation<Args>, args: unknown): MutationCall {
  return callOf(mutation, parseArgs(mutation, args))
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
