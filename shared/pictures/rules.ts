import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isStaff } from '../kernel/viewer.ts'

/** Members who may write. */
export function canAddPicture(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return viewer.postingDisabled ? deny('posting-disabled') : allow
}

/** Takes a picture off the site, wherever it is shown. */
export function canRemovePicture(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  return isStaff(viewer) ? allow : deny('staff-only')
}
