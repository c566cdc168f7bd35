import { isOpenUntil } from '../kernel/durations.ts'
import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { isSelf } from '../kernel/viewer.ts'
import { canSeeReports } from '../reports/rules.ts'
import type { MailLook } from './mail-look-schema.ts'
import { mailLookMs } from './mail-look-schema.ts'

/** Administrators: at their own, and, where they say why, at others'. */
export const canLookAtMails = (viewer: Viewer): Verdict => canSeeReports(viewer)

/** A clock that was set back lengthens nothing. */
export const isMailLookOpen = (viewer: Viewer, look: Pick<MailLook, 'byId' | 'endsAt'> | undefined, now: number): boolean =>
  look !== undefined && isSelf(viewer, look.byId) && canLookAtMails(viewer).allowed && isOpenUntil(look.endsAt, mailLookMs, now)
