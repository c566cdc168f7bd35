import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { isLookOpen } from '../moderation/private-looks.ts'
import { canSeeReports } from '../reports/rules.ts'
import type { MailLook } from './mail-look-schema.ts'

/** Administrators: at their own, and, where they say why, at others'. */
export const canLookAtMails = (viewer: Viewer): Verdict => canSeeReports(viewer)

export const isMailLookOpen = (viewer: Viewer, look: Pick<MailLook, 'byId' | 'endsAt'> | undefined, now: number): boolean =>
  canLookAtMails(viewer).allowed && isLookOpen(viewer, look, now)
