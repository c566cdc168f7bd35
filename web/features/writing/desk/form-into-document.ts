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
import { keepCaretFor, lettersIn } from './caret-from-form.ts'

/** What the plain form was filled with. */
export interface FormBase {
  readonly postId: string
  readonly title: string
  readonly titleBase: string
  readonly markdown: string
}

const openingMs = 10_000

/**
 * Puts what stands in the plain form of a text into its document and its title, for the editor to open. `null` when both are on this device; else why
 * not, and nothing was changed: a text that was written on since the form was opened is not overwritten unseen. @throws without the document at hand
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
  const standing = docToMarkdown(textOf(open.doc))
  const isSame = (text: string) => docToMarkdown(markdownToDoc(text, 'essay').doc) === standing
  const isTouched = markdown.trim() !== base.markdown.trim()
  if (isTouched && open.isReadOnly.get()) throw new AppError('not-allowed')
  if (isTouched && !isSame(base.markdown) && !isSame(markdown) && data.get('replaceNewer') !== 'on')
    throw new AppError('conflict', { field: 'markdown' })
  const title = data.get('title') ?? data.get('name')
  if (typeof title === 'string' && title.trim() !== base.titleBase.trim())
    await device.commit(setPostDetail, {
      id: base.postId,
      detail: { field: 'title', value: title.trim(), ...(data.get('replaceTitle') !== 'on' && { base: base.titleBase }) },
    })
  if (isTouched) writeText(open.doc, typed, 'plain-form')
  await open.settle()
  const caret = form.querySelector<HTMLTextAreaElement>('textarea[name="markdown"]')?.selectionEnd ?? markdown.length
  keepCaretFor(base.postId, lettersIn(markdownToDoc(markdown.slice(0, caret), 'essay').doc))
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
