import type { Viewer } from '#shared/kernel/viewer.ts'
import { canSeeReports } from '#shared/reports/rules.ts'
import { forbidden, needsSignIn } from '../../data/answer.ts'

/** @throws PageProblem 401 or 403, by the rule that every mutation here asks too. */
export function requireAdmin(viewer: Viewer): void {
  const verdict = canSeeReports(viewer)
  if (verdict.allowed) return
  throw verdict.reason === 'sign-in-first' ? needsSignIn() : forbidden(verdict.reason)
}
