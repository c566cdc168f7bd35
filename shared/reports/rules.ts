import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isAdmin } from '../kernel/viewer.ts'

/** Error reports and feedback: administrators read them, settle them and answer. */
export function canSeeReports(viewer: Viewer): Verdict {
  if (isAdmin(viewer)) return allow
  return deny(viewer.kind === 'visitor' ? 'sign-in-first' : 'admins-only')
}
