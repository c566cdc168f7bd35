import type { FoundPicture } from '#shared/formats/picture-collector.ts'
import type { Doc } from '#shared/text/schema.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { createPost, setPostDetail } from '#shared/posts/mutations.ts'
import type { Device } from '../../data/device/device-api.ts'
import { freshId } from '../../data/fresh-id.ts'
import type { ReadText } from './worker/messages.ts'

export interface MadeDraft {
  readonly postId: string
  /** Pictures that could not be added, with the reason for people. */
  readonly lostPictures: readonly string[]
}

/**
 * Makes a text that was read a draft on this device, as the editor would: the mutation first, then
 * what is said about it, then its document. Works without a network. Asked again for the same text,
 * it makes another draft.
 */
export async function makeDraft(device: Device, text: ReadText): Promise<MadeDraft> {
  const { doc, lost } = await withAddedPictures(text.doc, text.pictures)
  // Yjs comes with it: late.
  const { writeNewDocument } = await import('../../data/documents/new-document.ts')
  const id = freshId()
  await device.commit(createPost, { id, revisionId: freshId(), kind: text.kind, lang: text.lang })
  const details = [
    { field: 'title', value: text.title },
    ...(text.linkUrl === null ? [] : [{ field: 'linkUrl' as const, value: text.linkUrl }]),
    ...(text.writtenOn === null ? [] : [{ field: 'writtenOn' as const, value: text.writtenOn }]),
    ...(text.tags.length === 0 ? [] : [{ field: 'tags' as const, value: [...text.tags] }]),
  ] satisfies readonly Parameters<typeof setPostDetail.run>[1]['detail'][]
  for (const detail of details) await device.commit(setPostDetail, { id, detail })
  await writeNewDocument(device, postRoom(id), doc, Date.now())
  return { postId: id, lostPictures: lost }
}

/**
 * Each picture is added for good, and the text shows it by its new address. One that is refused
 * leaves its caption.
 */
async function withAddedPictures(
  doc: Doc,
  pictures: readonly FoundPicture[],
): Promise<{ readonly doc: Doc; readonly lost: readonly string[] }> {
  if (pictures.length === 0) return { doc, lost: [] }
  const [{ addPicture }, { isMarkedPicture, withPictures }] = await Promise.all([
    import('../../data/pictures-own.ts'),
    import('#shared/formats/doc-pictures.ts'),
  ])
  const added = new Map<string, { readonly src: string; readonly width: number; readonly height: number }>()
  const lost: string[] = []
  for (const { src, bytes, type } of pictures) {
    try {
      added.set(src, await addPicture(new Blob([bytes], { type })))
    } catch (error) {
      // Its message is a sentence for people.
      lost.push(error instanceof Error ? error.message : 'Couldn’t add a picture.')
    }
  }
  return { doc: withPictures(doc, (src) => (isMarkedPicture(src) ? (added.get(src) ?? null) : src)), lost }
}
