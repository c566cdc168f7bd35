import type { Viewer } from '#shared/kernel/viewer.ts'
import { canSeeReports } from '#shared/reports/rules.ts'
import { authorizePage } from '../../data/answer.ts'

/** @throws PageProblem 401 or 403, by the rule that every mutation here asks too. */
export const requireAdmin = (viewer: Viewer): void => authorizePage(canSeeReports(viewer))
