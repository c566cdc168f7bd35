import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { ReviewClaim } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isStaff } from '../kernel/viewer.ts'

/** Moderators and administrators. */
export function canWorkQueue(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return isStaff(viewer) ? allow : deny('staff-only')
}

/** Of two moderators, the one who opened a member first decides. */
export function canDecide(viewer: Viewer, claim: ReviewClaim | undefined, now: number): Verdict {
  const may = canWorkQueue(viewer)
  if (!may.allowed || viewer.kind === 'visitor') return may
  return claim !== undefined && claim.byId !== viewer.userId && claim.endsAt > now ? deny('claimed-by-other') : allow
}
