/**
 * Drafts, written from outside: begun, changed, added to; never published. The text goes the way of
 * the plain form: a revision by `posts.saveDraft`, and a change forward in the document, so that
 * whoever writes in it meanwhile loses nothing.
 */
import type * as z from 'zod/mini'
import type { operations } from '#shared/api/operations.ts'
import type { Draft as WireDraft } from '#shared/api/wire.ts'
import type { Draft } from '#shared/posts/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { ApiTools, Call } from './handlers.ts'
import { operations as named } from '#shared/api/operations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { editablePost } from '#shared/posts/queries.ts'
import { accessOf, isWriting } from '#shared/posts/rules.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { writeBesideEditors } from '#server/documents/beside-editors.ts'
import { inFormFields } from '#server/http/typed-text.ts'
import { draftAnswer } from './answers.ts'
import { bodyOf, accessWanted } from './mutation-parts.ts'
import { keyedMutation } from './keyed-mutation.ts'
import type { KeyedMutation } from './keyed-mutation.ts'

type AnyCall = Call<unknown, unknown, unknown>
type Answer = Promise<z.infer<typeof WireDraft>>
type NewDraft = z.infer<NonNullable<(typeof operations.createDraft)['body']>>
type Changes = z.infer<NonNullable<(typeof operations.changeDraft)['body']>>

export async function createDraft(tools: ApiTools, call: AnyCall, { markdown, ...said }: NewDraft): Answer {
  const mutation = keyedMutation(tools.apply, accessWanted(call, 'draft', named.createDraft.id))
  const id = mutation.id('post')
  const body = await bodyOf(markdown, 'essay')
  const args = { id, revisionId: mutation.id('revision'), body, ...said, writtenOn: null, submitToFrontpage: true }
  await inFormFields({ body: 'markdown' }, () => mutation.apply('posts.saveDraft', args))
  return answered(tools, call, id)
}

export async function changeDraft(tools: ApiTools, call: AnyCall, postId: string, changes: Changes): Answer {
  const { markdown, append, titleBase, ...said } = changes
  if (markdown !== undefined && append !== undefined) throw new AppError('invalid', { field: 'append' })
  if (titleBase !== undefined && said.title === undefined) throw new AppError('invalid', { field: 'titleBase' })
  const mutation = keyedMutation(tools.apply, accessWanted(call, 'draft', named.changeDraft.id))
  // What was left out stays as it is.
  const changed = Object.entries(said).filter(([, value]) => value !== undefined)
  await call.reading(async (read) => {
    await requireWriting(read, call.caller.viewer, postId)
    // What it says at its time is published (docs/decisions/0029), and a key decides nothing of
    // what is published.
    const schedule = await read.get(schedules, postId)
    if (schedule && schedule.dueAt !== null) throw new AppError('conflict', { field: 'post' })
  })
  if (markdown === undefined && append === undefined)
    for (const [n, [field, value]] of changed.entries())
      await mutation.apply('posts.setDetail', { id: postId, detail: detailOf(field, value, titleBase) }, n === 0 ? undefined : field)
  else {
    const base = titleBase === undefined ? {} : { titleBase }
    await write(tools, call, mutation, { postId, markdown, append, said: { ...Object.fromEntries(changed), ...base } })
  }
  return answered(tools, call, postId)
}

const detailOf = (field: string, value: unknown, titleBase: string | undefined) => ({
  ...{ field, value },
  ...(field === 'title' && titleBase !== undefined && { base: titleBase }),
})

interface Text {
  readonly postId: string
  readonly markdown: string | undefined
  readonly append: string | undefined
  readonly said: Readonly<Record<string, unknown>>
}

async function write(tools: ApiTools, call: AnyCall, mutation: KeyedMutation, { postId, markdown, append, said }: Text): Promise<void> {
  const revisionId = mutation.id('revision')
  await writeBesideEditors(tools, { postId, revisionId, userId: mutation.userId }, async (made) => {
    const { writing, revision } = await call.reading((read) => requireWriting(read, call.caller.viewer, postId))
    const body = made?.body ?? (await nextBody(revision.body, markdown, append))
    const { changedAt: _at, ...metadata } = writing
    const args = { ...metadata, ...said, id: postId, revisionId, body }
    await inFormFields({ body: markdown === undefined ? 'append' : 'markdown' }, () => mutation.apply('posts.saveDraft', args))
    return { body, from: revision.body }
  })
}

/**
 * The draft as its authors have it. @throws AppError 'not-found' for whoever has no part in it;
 * 'not-allowed' for whoever may only look.
 */
async function requireWriting(
  read: Read,
  viewer: AnyCall['caller']['viewer'],
  postId: string,
): Promise<Draft & { readonly revision: NonNullable<Draft['revision']> }> {
  const found = await editablePost(read, postId)
  if (found === undefined) throw new AppError('not-found')
  // Staff may change what is public by hand, and with reasons: a program of theirs writes in their
  // own texts alone.
  if (!isWriting(accessOf(viewer, found.post))) throw new AppError('not-allowed', { reason: 'not-yours' })
  return found
}

async function nextBody(before: Doc, markdown: string | undefined, append: string | undefined): Promise<Doc> {
  if (markdown !== undefined) return bodyOf(markdown, 'essay')
  if (append === undefined) return before
  const [{ docToMarkdown }, added] = await Promise.all([import('#shared/text/markdown-out.ts'), bodyOf(append, 'essay')])
  const hasNotes = [before, added].some(({ content }) => content.some(({ type }) => type === 'footnotes'))
  // Notes of both have numbers of their own: read as one text, they are numbered anew.
  if (hasNotes) return bodyOf(`${docToMarkdown(before)}\n\n${append}`, 'essay')
  const isEmpty = before.content.every(({ type, content = [] }) => type === 'paragraph' && content.length === 0)
  return { ...before, content: isEmpty ? added.content : [...before.content, ...added.content] }
}

async function answered({ origin }: ApiTools, call: AnyCall, id: string): Answer {
  return call.reading(async (read) => {
    const found = await editablePost(read, id)
    if (found === undefined) throw new AppError('not-found')
    return draftAnswer(found, origin())
  })
}
