/** What is private is open to one of the staff for a while, for a reason in the audit log. */
import { isOpenUntil, minuteMs } from '../kernel/durations.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { isSelf } from '../kernel/viewer.ts'

/** How long one reason opens it. */
export const privateLookMs = 30 * minuteMs

/** Whether it is the viewer's own and not over. A clock that was set back lengthens nothing. */
export const isLookOpen = (viewer: Viewer, look: { readonly byId: string; readonly endsAt: number } | undefined, now: number): boolean =>
  look !== undefined && isSelf(viewer, look.byId) && isOpenUntil(look.endsAt, privateLookMs, now)
