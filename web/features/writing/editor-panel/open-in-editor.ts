import { postRoom } from '#shared/documents/rooms.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { createPost, setPostDetail } from '#shared/posts/mutations.ts'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { isKind } from '../kinds.ts'
import { giveKeysBack, holdKeys, keepCaretFor, keepTitleCaretFor, lettersIn } from './caret-and-keys.ts'

type Detail = Parameters<typeof setPostDetail.run>[1]['detail']

type Parts = Awaited<ReturnType<typeof fetchParts>>

async function fetchParts() {
  const [{ markdownToDoc }, { writeNewDocument }] = await Promise.all([
    import('#shared/text/markdown-in.ts'),
    import('../../../data/documents/new-document.ts'),
  ])
  return { markdownToDoc, writeNewDocument }
}

/**
 * Makes what stands in the plain form a draft on this device, for the editor to open: the mutation,
 * what is said about it, the text. Works without a network. `null` when it is there; else why not,
 * and nothing was made.
 */
export async function makeDraftOf(device: Device, postId: string, form: HTMLFormElement): Promise<FormError | null> {
  // Its parts first: from the moment the form is read nothing can be written in it, which would be
  // in no draft.
  const parts = await fetchParts()
  const focused = document.activeElement
  const caret = caretIn(form)
  if (caret !== null) holdKeys()
  form.inert = true
  try {
    await make(device, postId, form, parts)
    if (caret?.field === 'title') keepTitleCaretFor(postId, caret.at)
    return null
  } catch (error) {
    form.inert = false
    if (focused instanceof HTMLElement && form.contains(focused)) focused.focus({ preventScroll: true })
    giveKeysBack()
    if (error instanceof RangeError) return refusalOf(new AppError('invalid', { field: 'markdown' }))
    if (!isRefusal(error)) throw error
    return refusalOf(error)
  }
}

/** Where somebody writes just now. */
export function caretIn(form: HTMLFormElement): { readonly field: string; readonly at: number } | null {
  const focused = document.activeElement
  const isField = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
  return isField && form.contains(focused) ? { field: focused.name, at: focused.selectionEnd ?? focused.value.length } : null
}

async function make(device: Device, id: string, form: HTMLFormElement, { markdownToDoc, writeNewDocument }: Parts): Promise<void> {
  const data = new FormData(form)
  const field = (name: string) => String(data.get(name) ?? '').trim()
  const file = data.get('file')
  // Its head says more than the text: Save draft and Publish read both.
  if (file instanceof File && file.size > 0) throw new AppError('invalid', { field: 'file' })
  const markdown = String(data.get('markdown') ?? '')
  const { doc } = markdownToDoc(markdown, 'essay')
  const details = detailsIn(data, field)
  // All of it is judged before anything is made.
  for (const detail of details) {
    if (!setPostDetail.args.safeParse({ id, detail }).success) throw new AppError('invalid', { field: detail.field })
  }
  const parentQuestionId = field('parentQuestionId')
  const kind = field('kind')
  const beginning = { id, revisionId: freshId(), kind: isKind(kind) ? kind : 'post', lang: field('lang') } as const
  await device.commit(createPost, { ...beginning, ...(parentQuestionId !== '' && { parentQuestionId }) })
  for (const detail of details) await device.commit(setPostDetail, { id, detail })
  await writeNewDocument(device, postRoom(id), doc, Date.now())
  const caret = form.querySelector<HTMLTextAreaElement>('textarea[name="markdown"]')?.selectionEnd ?? markdown.length
  keepCaretFor(id, lettersIn(markdownToDoc(markdown.slice(0, caret), 'essay').doc))
}

/** What differs from how a draft begins. */
function detailsIn(data: FormData, field: (name: string) => string): readonly Detail[] {
  const tags = field('tags')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  return [
    ...(field('title') === '' ? [] : [{ field: 'title' as const, value: field('title') }]),
    ...(field('linkUrl') === '' ? [] : [{ field: 'linkUrl' as const, value: field('linkUrl') }]),
    ...(field('writtenOn') === '' ? [] : [{ field: 'writtenOn' as const, value: field('writtenOn') }]),
    ...(tags.length === 0 ? [] : [{ field: 'tags' as const, value: tags }]),
    ...(data.has('submitToFrontpage') ? [] : [{ field: 'submitToFrontpage' as const, value: false }]),
    ...(data.has('noSideNotes') ? [{ field: 'sideNotes' as const, value: false }] : []),
  ]
}
