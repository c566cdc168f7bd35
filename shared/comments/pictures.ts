import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { allow, deny } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { isNewMember } from '../moderation/new-members.ts'
import { imagesIn } from '../pictures/in-text.ts'
import { pictureLimits } from '../pictures/limits.ts'
import { canAddPicture } from '../pictures/rules.ts'
import { attrText, type Doc, type DocNode } from '../text/nodes.ts'

/**
 * Ids of pictures that the sending device still has to upload: the comment waits for these on the
 * server. Any other that is not there will never come.
 */
export const Uploading = z.optional(z.array(Id).check(z.maxLength(pictureLimits.inComment)))

/** Members whom a moderator has let in, and who may add pictures at all. */
export function canAddPictureToComment(viewer: Viewer): Verdict {
  const verdict = canAddPicture(viewer)
  if (!verdict.allowed || viewer.kind === 'visitor') return verdict
  return isNewMember(viewer) ? deny('pictures-need-approval') : allow
}

/**
 * Addresses of the pictures that readers of a comment are shown, each as often as it stands there.
 * One on another site is a link, and does not count.
 */
export function picturesShownIn(doc: { readonly content: readonly DocNode[] }): readonly string[] {
  return imagesIn(doc)
    .map((image) => attrText(image, 'src'))
    .filter((src) => src.startsWith('/') || isUploadedAt(src))
}

/**
 * Judges the pictures of a comment; those that it had before an edit are not judged again.
 * @throws AppError 'not-allowed', or 'invalid' when there are too many
 */
export function requireCommentPictures(viewer: Viewer, body: Doc, before: Doc | null = null): void {
  const shown = picturesShownIn(body)
  if (shown.length === 0) return
  const known = before === null ? [] : picturesShownIn(before)
  if (shown.length > Math.max(pictureLimits.inComment, known.length)) throw new AppError('invalid', { field: 'pictures.count' })
  if (shown.some((src) => !known.includes(src))) authorize(canAddPictureToComment(viewer))
}

/**
 * By its whole address, which this folder does not know to be this site's: written in any way in
 * which a server may read it as the address of an upload.
 */
function isUploadedAt(src: string): boolean {
  return /\/pictures\/(?:.*\/)?[0-9a-z]{26}/u.test(decoded(src))
}

function decoded(src: string): string {
  try {
    return decodeURIComponent(src)
  } catch {
    return src
  }
}
