/**
 * What the staff may do, in one table: what is not in it nobody may. The button, the page and the
 * mutation ask here.
 */
import type { Member } from '../accounts/schema.ts'
import type { Group, Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'
import { measureLimits } from './measure-schema.ts'

/** Who may do it at all. */
export const staffActs = {
  approve: 'staff',
  reject: 'staff',
  snooze: 'staff',
  dequeue: 'staff',
  flag: 'staff',
  note: 'staff',
  setRight: 'staff',
  limit: 'staff',
  exempt: 'staff',
  ban: 'staff',
  banForLong: 'admins',
  unban: 'staff',
  purge: 'staff',
  purgeOld: 'admins',
  editMember: 'staff',
  setAddress: 'admins',
  setEarnedRole: 'staff',
  setRole: 'admins',
  readMeasures: 'staff',
  readModeratorComments: 'staff',
  listMembers: 'staff',
  readAuditLog: 'admins',
  lookForAltAccounts: 'admins',
  manageSynonyms: 'admins',
  managePayments: 'admins',
  seeOnboarding: 'admins',
} as const satisfies Readonly<Record<string, 'staff' | 'admins'>>
export type StaffAct = keyof typeof staffActs

export function mayAct(viewer: Viewer, act: StaffAct): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  if (viewer.isAdmin) return allow
  // Also what the table does not name.
  if (staffActs[act] !== 'staff') return deny('admins-only')
  return isStaff(viewer) ? allow : deny('staff-only')
}

/** Whom it is done to. */
export type Target = Pick<Member, 'id' | 'isAdmin' | 'groups' | 'joinedAt'>

/**
 * Measures against a member. Nobody takes them against themselves or an administrator, and only
 * administrators against a moderator.
 */
export function canAgainst(viewer: Viewer, act: StaffAct, target: Target): Verdict {
  const may = mayAct(viewer, act)
  if (!may.allowed || viewer.kind === 'visitor') return may
  if (isSelf(viewer, target.id)) return deny('not-against-oneself')
  if (target.isAdmin || (target.groups.includes('moderators') && !viewer.isAdmin)) return deny('not-against-staff')
  return allow
}

/** Moderators for three months at most. */
export function canBan(viewer: Viewer, target: Target, forMs: number): Verdict {
  return canAgainst(viewer, forMs > measureLimits.moderatorBanMs ? 'banForLong' : 'ban', target)
}

/** Moderators, while the account is new. */
export function canPurge(viewer: Viewer, target: Target, now: number): Verdict {
  return canAgainst(viewer, now - target.joinedAt >= measureLimits.moderatorPurgeMs ? 'purgeOld' : 'purge', target)
}

/** Rights that come with karma, or are lent for good work: moderators give and take these. */
const earnedRoles = [
  'trusted',
  'canModeratePersonal',
  'canCommentLock',
  'canSuggestCuration',
  'canBypassPostRateLimit',
  'tagManager',
  'podcasters',
] as const satisfies readonly Group[]
export type EarnedRole = (typeof earnedRoles)[number]

export function isEarned(group: Group): group is EarnedRole {
  return earnedRoles.some((earned) => earned === group)
}

export function canSetRole(viewer: Viewer, target: Target, group: Group): Verdict {
  return isEarned(group) ? canAgainst(viewer, 'setEarnedRole', target) : mayAct(viewer, 'setRole')
}

/** The page about a member: the staff's; and one's own, where one's power is taken up again. */
export function canOpenMeasures(viewer: Viewer, userId: string | null): Verdict {
  return userId !== null && isSelf(viewer, userId) && canSetOwnAdmin(viewer).allowed ? allow : mayAct(viewer, 'readMeasures')
}

/** Giving up one's own power over everything, or taking it up again. */
export function canSetOwnAdmin(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return viewer.groups.includes('realAdmins') ? allow : deny('admins-only')
}
