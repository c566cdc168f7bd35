import { isId } from '../kernel/ids.ts'
import { links } from '../links.ts'
import { picturePath } from '../links/picture-path.ts'
import { storedWidths } from './limits.ts'

/**
 * The id in the address of an uploaded picture, as it stands in texts; `null` for every other
 * address.
 */
export function pictureIdOf(src: string): string | null {
  if (!src.startsWith(picturePath)) return null
  const id = src.slice(picturePath.length)
  return isId(id) ? id : null
}

/**
 * For `srcset`; `null` for what is no uploaded picture, or so small that it has no narrower form.
 */
export function pictureSrcset(src: string, width: number | null): string | null {
  const id = pictureIdOf(src)
  if (id === null || width === null) return null
  const narrower = storedWidths(width)
  if (narrower.length === 0) return null
  return [...narrower.map((each) => `${links.picture(id, each)} ${each}w`), `${links.picture(id)} ${width}w`].join(', ')
}
