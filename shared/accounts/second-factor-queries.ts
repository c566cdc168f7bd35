import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import { isStaff } from '../kernel/viewer.ts'
import { secondFactors, signInRules } from './second-factor-schema.ts'

/**
 * Where the operator asks the staff for a second factor, who has none has the rights of any member
 * until then. Asked in the one place where it is found out who an account is.
 */
export async function withSecondFactorRule(read: Read, viewer: Viewer): Promise<Viewer> {
  if (viewer.kind === 'visitor' || !isStaff(viewer)) return viewer
  if ((await read.get(signInRules, 'site'))?.staffNeedSecondFactor !== true) return viewer
  if (typeof (await read.get(secondFactors, viewer.userId))?.confirmedAt === 'number') return viewer
  const groups = viewer.groups.filter((group) => group !== 'moderators' && group !== 'realAdmins')
  return { ...viewer, isAdmin: false, groups, owesSecondFactor: true }
}
