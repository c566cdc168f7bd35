import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Post } from '../posts/schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isStaff } from '../kernel/viewer.ts'
import { accessOf } from '../posts/rules.ts'

/** Whoever may change a post sees how it is received, and so does the staff. */
export function canSeeAnalytics(viewer: Viewer, post: Post): Verdict {
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  const access = accessOf(viewer, post)
  return access === 'own' || access === 'edit' || isStaff(viewer) ? allow : deny('not-yours')
}
