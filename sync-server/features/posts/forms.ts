/** The forms of a post: writing, publishing, taking back, and what its authors and the staff set on it. */
import * as z from 'zod/mini'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import type { PostFields as Fields } from './post-fields.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { docOf } from '#server/http/typed-text.ts'
import { metadataOf, PostFields, withFile } from './post-fields.ts'

const OnOff = z.strictObject({ postId: field, on: z.enum(['yes', 'no']) })

export function postForms({ store, apply, recent }: FormTools) {
  const publish = defineForm('posts.publish', {
    fields: PostFields,
    async run(form, typed) {
      const fields = withFile(typed, form.file)
      if (fields.action === 'preview') return preview(form, fields)
      if (fields.action === 'saveDraft') return save(form, fields)
      const { postId, seq } = await write(form, 'posts.publish', fields)
      return { kind: 'done', location: await placeOf(postId), seq }
    },
  })

  const saveDraft = defineForm('posts.saveDraft', {
    fields: PostFields,
    run: (form, typed) => save(form, withFile(typed, form.file)),
  })

  async function save(form: FormRequest, fields: Fields): Promise<FormAnswer> {
    const { postId, seq } = await write(form, 'posts.saveDraft', fields)
    return { kind: 'done', location: links.editPost(postId), seq }
  }

  /** The page again, with the text as it will look; nothing is stored. */
  function preview(form: FormRequest, fields: Fields): FormAnswer {
    senderOf(form)
    docOf(fields.markdown, 'essay')
    return { kind: 'shown', values: { ...fields, ...(form.fields['from'] === undefined ? {} : { from: form.fields['from'] }) } }
  }

  async function write(form: FormRequest, name: 'posts.publish' | 'posts.saveDraft', fields: Fields): Promise<{ postId: string; seq: number }> {
    const userId = senderOf(form)
    const body = docOf(fields.markdown, 'essay')
    const metadata = metadataOf(fields)
    if (fields.postId !== '' && !isId(fields.postId)) throw new AppError('not-found')
    const [revisionId = '', madeId = ''] = recent.ids(form, fields.postId, [name, fields.markdown, JSON.stringify(metadata)], 2)
    const id = fields.postId === '' ? madeId : fields.postId
    const seq = await applied(apply, { name, args: { id, revisionId, body, ...metadata }, userId, source: 'member' })
    return { postId: id, seq }
  }

  const unpublish = defineForm('posts.unpublish', {
    fields: z.strictObject({ postId: field }),
    run: (form, { postId }) => change(form, 'posts.unpublish', { id: postId }),
  })

  const archive = defineForm('posts.archive', {
    fields: z.strictObject({ postId: field }),
    async run(form, { postId }) {
      const seq = await applied(apply, { name: 'posts.archive', args: { id: postId }, userId: senderOf(form), source: 'member' })
      recent.forget(postId)
      return { kind: 'done', location: links.drafts(), seq }
    },
  })

  const settings = (['posts.setFrontpage', 'posts.setCurated', 'posts.setCommentsLocked'] as const).map((name) =>
    defineForm(name, { fields: OnOff, run: (form, { postId, on }) => change(form, name, { id: postId, isOn: on === 'yes' }) }),
  )

  async function change(form: FormRequest, name: string, args: { readonly id: string; readonly isOn?: boolean }): Promise<FormAnswer> {
    const seq = await applied(apply, { name, args, userId: senderOf(form), source: 'member' })
    // The same text may be meant anew: published, taken back, published again.
    recent.forget(args.id)
    return { kind: 'done', location: await placeOf(args.id), seq }
  }

  async function placeOf(postId: string): Promise<string> {
    return links.post(await store.read((read) => getOrThrow(read, posts, postId)))
  }

  return [publish, saveDraft, unpublish, archive, ...settings]
}
