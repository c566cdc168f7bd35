import { fromBase64 } from './base64.ts'
import { FileRefused } from './refused.ts'

export interface PictureBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Such as `image/png`, as the file says; whoever adds it looks for himself. */
  readonly type: string
}

/**
 * A picture that came with a text. In the text it has the address `src` until it has been added for
 * good.
 */
export interface FoundPicture extends PictureBytes {
  readonly src: string
}

const maxPictures = 500
/** Of one text, and of all that one file brings. */
export const maxPictureBytes = 50_000_000

/** Where the pictures of one text are put while it is read. */
export class PictureCollector {
  readonly #bySource = new Map<string, FoundPicture | null>()
  #bytes = 0
  #count = 0

  /**
   * Its address in the text. `null`: it is none. `read` is asked once for a source. @throws
   * FileRefused over 500 pictures or 50 MB
   */
  put(source: string, read: () => PictureBytes | null): string | null {
    const known = this.#bySource.get(source)
    if (known !== undefined) return known?.src ?? null
    const picture = read()
    if (picture === null) {
      this.#bySource.set(source, null)
      return null
    }
    this.#count += 1
    this.#bytes += picture.bytes.length
    if (this.#count > maxPictures || this.#bytes > maxPictureBytes) throw new FileRefused('too-large', 'pictures')
    const found = { ...picture, src: `${importedPictures}${this.#count}` }
    this.#bySource.set(source, found)
    return found.src
  }

  /** Whether it is the address of one that stands here. */
  has(src: string): boolean {
    return src.startsWith(importedPictures) && this.all().some((picture) => picture.src === src)
  }

  all(): readonly FoundPicture[] {
    return [...this.#bySource.values()].filter((picture) => picture !== null)
  }
}

/** Begins the address of a picture that is not added yet. */
export const importedPictures = '/imported-picture/'

/**
 * A picture that is written into the text itself; SVG is a document that may do anything, and is
 * none.
 */
export function pictureInAddress(src: string): PictureBytes | null {
  const head = /^data:(image\/(?:png|jpe?g|gif|webp|avif))(?:;[\w=-]{1,40}){0,3};base64,/iu.exec(src.slice(0, 200))
  if (head === null) return null
  const bytes = fromBase64(src, head[0].length)
  return bytes === null || bytes.length === 0 ? null : { bytes, type: (head[1] ?? '').toLowerCase() }
}

const typeByEnding: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
}

/** By the end of a name; `null`: it is no picture that can be added. */
export function pictureType(name: string): string | null {
  const ending = /\.([a-z]{3,4})$/iu.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(typeByEnding, ending) ? (typeByEnding[ending] ?? null) : null
}

/** `jpg` for `image/jpeg`; `bin` for what is not known. */
export function endingOf(type: string): string {
  return Object.entries(typeByEnding).find(([, known]) => known === type)?.[0] ?? 'bin'
}
