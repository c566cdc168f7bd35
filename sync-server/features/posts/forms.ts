/**
 * The forms of a post: writing, publishing, taking back, and what its authors and the staff set on
 * it.
 */
import { setSticky } from '#shared/posts/mutations.ts'
import * as z from 'zod/mini'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import type { PostFields as Fields } from './post-fields.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { Revision } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { cardDetails, setCardDetail } from '#shared/posts/card-mutations.ts'
import { setStaffDetail, staffDetails } from '#shared/posts/staff-mutations.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { editablePost } from '#shared/posts/queries.ts'
import { writeBesideEditors } from '#server/documents/beside-editors.ts'
import { wireErrorOf } from '#shared/sync/wire-error.ts'
import { detailsForm } from '#server/http/details-form.ts'
import { applied, defineForm, field, FormRefused, senderOf } from '#server/http/define-form.ts'
import { statusOf } from '#server/http/errors.ts'
import { docOf, inFormFields } from '#server/http/typed-text.ts'
import { metadataOf, PostFields, publicationOf, withFile } from './post-fields.ts'
import { coauthorForms } from './coauthor-forms.ts'
import { shareForms } from './share-forms.ts'
import { isSameJson } from '#shared/kernel/same.ts'

const OnOff = z.strictObject({ postId: field, on: z.enum(['yes', 'no']) })

export function postForms(tools: FormTools) {
  const { store, apply, recent, rooms } = tools
  const publish = defineForm('posts.publish', {
    fields: PostFields,
    run: (form, typed) =>
      keepingFile(form, typed, async (fields) => {
        if (fields.action === 'preview') return preview(form, fields)
        if (fields.action === 'saveDraft') return save(form, fields)
        const { postId, seq } = await write(form, 'posts.publish', fields)
        return { kind: 'done', location: await placeOf(postId), seq }
      }),
  })

  const saveDraft = defineForm('posts.saveDraft', {
    fields: PostFields,
    run: (form, typed) => keepingFile(form, typed, (fields) => save(form, fields)),
  })

  async function save(form: FormRequest, fields: Fields): Promise<FormAnswer> {
    const { postId, seq } = await write(form, 'posts.saveDraft', fields)
    return { kind: 'done', location: links.editPost(postId), seq }
  }

  /** The page again, with the text as it will look; nothing is stored. */
  async function preview(form: FormRequest, fields: Fields): Promise<FormAnswer> {
    senderOf(form)
    await docOf(fields.markdown, 'essay')
    return { kind: 'shown', values: valuesOf(form, fields) }
  }

  async function write(
    form: FormRequest,
    name: 'posts.publish' | 'posts.saveDraft',
    fields: Fields,
  ): Promise<{ postId: string; seq: number }> {
    const userId = senderOf(form)
    const body = await docOf(fields.markdown, 'essay')
    const metadata = { ...metadataOf(fields), ...(name === 'posts.publish' && publicationOf(fields)) }
    if (fields.postId !== '' && !isId(fields.postId)) throw new AppError('not-found')
    const [revisionId = '', madeId = ''] = await recent.ids(form, fields.postId, [name, fields.markdown, JSON.stringify(metadata)], 2)
    const id = fields.postId === '' ? madeId : fields.postId
    const args = { id, revisionId, body, ...metadata }
    const { seq } = await writeBesideEditors({ store, rooms }, { postId: id, revisionId, userId }, async (made) => {
      const newest = (await store.read((read) => editablePost(read, id)))?.revision
      if (made === undefined && newest !== undefined) await requireNothingNewer(newest, body, fields)
      const from = newest?.body
      const mutation = { name, args, userId, source: 'member' } as const
      return { seq: await inFormFields({ body: 'markdown', id: 'postId' }, () => applied(apply, mutation)), body, from }
    })
    return { postId: id, seq }
  }

  /**
   * Nobody's words go out of a text unseen because a form was opened before they were written.
   * @throws AppError 'conflict' with `markdown`, unless the form says that they may.
   */
  async function requireNothingNewer(newest: Revision, body: Doc, { basedOn, replaceNewer }: Fields): Promise<void> {
    if (basedOn === '' || basedOn === newest.id || replaceNewer === 'on' || isSame(body, newest.body)) return
    const base = isId(basedOn) ? await store.read((read) => read.get(revisions, basedOn)) : undefined
    const isUnchanged = base !== undefined && base.subjectId === newest.subjectId && isSame(base.body, newest.body)
    if (!isUnchanged) throw new AppError('conflict', { field: 'markdown' })
  }

  const unpublish = defineForm('posts.unpublish', {
    fields: z.strictObject({ postId: field }),
    run: (form, { postId }) => change(form, 'posts.unpublish', { id: postId }),
  })

  const archive = defineForm('posts.archive', {
    fields: z.strictObject({ postId: field }),
    async run(form, { postId }) {
      const seq = await applied(apply, { name: 'posts.archive', args: { id: postId }, userId: senderOf(form), source: 'member' })
      await recent.forget(postId)
      return { kind: 'done', location: links.drafts(), seq }
    },
  })

  const restore = defineForm('posts.restore', {
    fields: z.strictObject({ postId: field }),
    async run(form, { postId }) {
      const seq = await applied(apply, { name: 'posts.restore', args: { id: postId }, userId: senderOf(form), source: 'member' })
      await recent.forget(postId)
      return { kind: 'done', location: links.drafts(), seq }
    },
  })

  const settings = (
    ['posts.setFrontpage', 'posts.setCurated', 'posts.setCommentsLocked', 'posts.setIgnoresRateLimits', 'posts.setOffLists'] as const
  ).map((name) =>
    defineForm(name, { fields: OnOff, run: (form, { postId, on }) => change(form, name, { id: postId, isOn: on === 'yes' }) }),
  )

  /** Any other word is as good as a number that the mutation refuses. */
  const pin = defineForm(setSticky.name, {
    fields: z.strictObject({ postId: field, priority: field }),
    run: (form, { postId, priority }) =>
      change(form, setSticky.name, { id: postId, priority: /^\d$/u.test(priority) ? Number(priority) : -1 }),
  })

  async function change(
    form: FormRequest,
    name: string,
    args: { readonly id: string; readonly isOn?: boolean; readonly priority?: number },
  ): Promise<FormAnswer> {
    const seq = await applied(apply, { name, args, userId: senderOf(form), source: 'member' })
    // The same text may be meant anew: published, taken back, published again.
    await recent.forget(args.id)
    return { kind: 'done', location: await placeOf(args.id), seq }
  }

  async function placeOf(postId: string): Promise<string> {
    return links.post(await store.read((read) => getOrThrow(read, posts, postId)))
  }

  const card = detailsForm('posts.setCardDetails', {
    ...{ mutation: setCardDetail, details: cardDetails },
    to: (id) => `${links.editPost(id)}#link-preview`,
  })(tools)
  const settled = detailsForm('posts.setStaffDetails', {
    ...{ mutation: setStaffDetail, details: staffDetails },
    to: (id) => `${links.editPost(id)}#moderate`,
  })(tools)

  const own = [publish, saveDraft, unpublish, archive, restore, pin]
  return [...own, ...settings, ...card, ...settled, ...shareForms({ apply }), ...coauthorForms({ store, apply })]
}

const isSame = (a: Doc, b: Doc): boolean => isSameJson(a, b)

/**
 * A file is chosen once: whatever becomes of the form, its text goes on in the form's own field.
 */
async function keepingFile(form: FormRequest, typed: Fields, work: (fields: Fields) => Promise<FormAnswer>): Promise<FormAnswer> {
  const fields = await withFile(typed, form.file)
  const values = form.file === null ? {} : { values: valuesOf(form, fields) }
  try {
    const answer = await work(fields)
    return answer.kind === 'done' ? answer : { ...values, ...answer }
  } catch (error) {
    if (error instanceof FormRefused && error.answer.kind === 'refused') return { ...error.answer, ...values }
    if (!(error instanceof AppError)) throw error
    if (error.reason === 'sign-in-first') return { kind: 'sign-in-first', ...values }
    return { kind: 'refused', status: statusOf(error), error: wireErrorOf(error), ...values }
  }
}

function valuesOf(form: FormRequest, fields: Fields): Readonly<Record<string, string>> {
  return { ...fields, from: form.fields['from'] ?? '' }
}
