import { postRoom } from '#shared/documents/rooms.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { setPostDetail } from '#shared/posts/mutations.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { openDocument } from '../../../data/documents/documents.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { textOf } from '../../../data/documents/text-of.ts'
import { isKind } from '../kinds.ts'
import type { WritingFields } from '../write.load.ts'
import { keepCaretFor, lettersIn } from './caret-and-keys.ts'

/** What the plain form was filled with. */
export type FormBase = WritingFields

type Detail = Parameters<typeof setPostDetail.run>[1]['detail']

const openingMs = 10_000

/**
 * Puts what stands in the plain form of a text into its document and its title, for the editor to
 * open. `null` when both are on this device; else why not, and nothing was changed: a text that was
 * written on since the form was opened is not overwritten unseen. @throws without the document at
 * hand
 */
export async function writeFormInto(device: Device, base: FormBase, form: HTMLFormElement): Promise<FormError | null> {
  const open = await openDocument({ device, room: postRoom(base.postId), isNew: false })
  try {
    await open.whenLoaded
    await untilHere(open)
    await write(device, open, base, form)
    return null
  } catch (error) {
    if (error instanceof RangeError) return refusalOf(new AppError('invalid', { field: 'markdown' }))
    if (!isRefusal(error)) throw error
    return refusalOf(error)
  } finally {
    await open.close()
  }
}

async function write(device: Device, open: OpenDocument, base: FormBase, form: HTMLFormElement): Promise<void> {
  const data = new FormData(form)
  const file = data.get('file')
  if (file instanceof File && file.size > 0) throw new AppError('invalid', { field: 'file' })
  const markdown = String(data.get('markdown') ?? '')
  const typed = markdownToDoc(markdown, 'essay').doc
  const existing = docToMarkdown(textOf(open.doc))
  const isSame = (text: string) => docToMarkdown(markdownToDoc(text, 'essay').doc) === existing
  const isTouched = markdown.trim() !== base.markdown.trim()
  if (isTouched && open.isReadOnly.get()) throw new AppError('not-allowed')
  if (isTouched && !isSame(base.markdown) && !isSame(markdown) && data.get('replaceNewer') !== 'on')
    throw new AppError('conflict', { field: 'markdown' })
  const details = detailsIn(data, base)
  for (const detail of details) {
    if (!setPostDetail.args.safeParse({ id: base.postId, detail }).success) throw new AppError('invalid', { field: detail.field })
  }
  const title = data.get('title') ?? data.get('name')
  if (typeof title === 'string' && title.trim() !== base.titleBase.trim())
    await device.commit(setPostDetail, {
      id: base.postId,
      detail: { field: 'title', value: title.trim(), ...(data.get('replaceTitle') !== 'on' && { base: base.titleBase }) },
    })
  for (const detail of details) await device.commit(setPostDetail, { id: base.postId, detail })
  if (isTouched) writeText(open.doc, typed, 'plain-form')
  await open.settle()
  const caret = form.querySelector<HTMLTextAreaElement>('textarea[name="markdown"]')?.selectionEnd ?? markdown.length
  keepCaretFor(base.postId, lettersIn(markdownToDoc(markdown.slice(0, caret), 'essay').doc))
}

/** What else the form says about the text, where that is not what it was filled with. */
function detailsIn(data: FormData, base: FormBase): readonly Detail[] {
  const said = (name: string) => String(data.get(name) ?? '').trim()
  const isOther = (name: 'kind' | 'lang' | 'linkUrl' | 'tags' | 'writtenOn') => data.has(name) && said(name) !== base[name].trim()
  const kind = said('kind')
  const tags = said('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  // A tick that is not set is not sent: only of a form that has them.
  const hasTicks = data.has('title')
  const isFront = data.has('submitToFrontpage')
  const hasNoNotes = data.has('noSideNotes')
  return [
    ...(isOther('kind') && isKind(kind) ? [{ field: 'kind' as const, value: kind }] : []),
    ...(isOther('lang') ? [{ field: 'lang' as const, value: said('lang') }] : []),
    ...(isOther('linkUrl') ? [{ field: 'linkUrl' as const, value: said('linkUrl') || null }] : []),
    ...(isOther('tags') ? [{ field: 'tags' as const, value: tags }] : []),
    ...(isOther('writtenOn') ? [{ field: 'writtenOn' as const, value: said('writtenOn') || null }] : []),
    ...(hasTicks && isFront !== base.submitToFrontpage ? [{ field: 'submitToFrontpage' as const, value: isFront }] : []),
    ...(hasTicks && hasNoNotes !== base.noSideNotes ? [{ field: 'sideNotes' as const, value: !hasNoNotes }] : []),
  ]
}

/** A text that this device has never had has to come first. */
function untilHere({ isHere }: OpenDocument): Promise<void> {
  if (isHere.get()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      leave()
      reject(new Error('the text is not on this device'))
    }, openingMs)
    const leave = isHere.subscribe(() => {
      if (!isHere.get()) return
      clearTimeout(late)
      leave()
      resolve()
    })
  })
}
