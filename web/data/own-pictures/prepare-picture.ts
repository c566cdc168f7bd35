/**
 * Makes of a file that somebody chose what will be sent: looked at by its content, measured by
 * decoding it, and made smaller where it is larger than what the site keeps (a phone's photo has 12
 * million points). The camera's notes, the place among them, stay behind; only of a file that is
 * not understood here and that this browser cannot draw anew the server takes them.
 */
import { kindOf, pictureHead } from '#shared/pictures/head.ts'
import { storedSize, pictureLimits } from '#shared/pictures/limits.ts'
import { withoutNotes } from '#shared/pictures/without-notes.ts'
import type { PictureFault } from '#shared/pictures/words.ts'
import { pictureWords } from '#shared/pictures/words.ts'

/** Its message is a sentence for people. */
export class PictureRefused extends Error {
  readonly fault: PictureFault

  constructor(fault: PictureFault) {
    super(pictureWords[fault])
    this.name = 'PictureRefused'
    this.fault = fault
  }
}

export interface PreparedPicture {
  readonly bytes: ArrayBuffer
  readonly type: string
  /** As it will be kept. */
  readonly width: number
  readonly height: number
  /** Readers will see its first frame. */
  readonly isMoving: boolean
}

/** Larger than that it is drawn anew although its size would do. */
const smallBytes = 2_500_000
/** Of a file that can be made smaller here. */
const maxRead = 60_000_000

/** @throws PictureRefused */
export async function preparePicture(file: Blob): Promise<PreparedPicture> {
  if (file.size === 0) throw new PictureRefused('none')
  if (file.size > maxRead) throw new PictureRefused('bytes')
  const bytes = await file.arrayBuffer()
  const view = new Uint8Array(bytes)
  const kind = kindOf(view)
  const head = pictureHead(view)
  if (kind === 'svg') throw new PictureRefused('svg')
  if (kind === 'heic') return fromHeic(bytes)
  if (head === null) throw new PictureRefused(kind === null ? 'kind' : 'broken')
  if (head.width * head.height > pictureLimits.pixels) throw new PictureRefused('pixels')
  const type = `image/${head.kind}`
  const shown = await decoded(new Blob([bytes], { type }))
  try {
    const size = storedSize(shown.width, shown.height)
    const isWhole = size.width === shown.width && size.height === shown.height
    const bare = withoutNotes(view)
    const asItIs = { bytes: bare?.buffer ?? bytes, type, ...size, isMoving: head.isMoving }
    if (isWhole && bare !== null && bytes.byteLength <= smallBytes) return asItIs
    const drawn = await drawnAnew(shown, size, head.kind === 'jpeg').catch(() => null)
    // A browser that cannot, or a picture that gets no smaller by it: the server does it.
    if (drawn !== null && (bare === null || drawn.byteLength < bytes.byteLength || bytes.byteLength > pictureLimits.bytes))
      return { ...asItIs, bytes: drawn, type: drawnType(drawn) }
    if (bytes.byteLength > pictureLimits.bytes) throw new PictureRefused('bytes')
    return asItIs
  } finally {
    shown.close()
  }
}

/** A phone's own kind: where the browser can read it, it is written as one that all can. */
async function fromHeic(bytes: ArrayBuffer): Promise<PreparedPicture> {
  const shown = await createImageBitmap(new Blob([bytes], { type: 'image/heic' })).catch(() => null)
  if (shown === null) throw new PictureRefused('heic')
  try {
    if (shown.width * shown.height > pictureLimits.pixels) throw new PictureRefused('pixels')
    const size = storedSize(shown.width, shown.height)
    const drawn = await drawnAnew(shown, size, true).catch(() => null)
    if (drawn === null) throw new PictureRefused('heic')
    return { bytes: drawn, type: drawnType(drawn), ...size, isMoving: false }
  } finally {
    shown.close()
  }
}

async function decoded(blob: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(blob)
  } catch {
    throw new PictureRefused('broken')
  }
}

async function drawnAnew(
  shown: ImageBitmap,
  size: { readonly width: number; readonly height: number },
  isPhoto: boolean,
): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(shown, 0, 0, size.width, size.height)
  // A browser that cannot write WebP writes PNG instead: of a photo, that would be larger than what
  // came.
  const made = await canvas.convertToBlob({ type: 'image/webp', quality: 0.88 })
  const blob = made.type === 'image/webp' || !isPhoto ? made : await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
  return blob.arrayBuffer()
}

function drawnType(bytes: ArrayBuffer): string {
  return `image/${pictureHead(new Uint8Array(bytes))?.kind ?? 'webp'}`
}
