import type { Member, KarmaStats } from './schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { isSelf, isStaff, visitor } from '../kernel/viewer.ts'
import { dayMs } from '../kernel/durations.ts'

/** 1 self-made change of the shown name in 60 days; the first is free (community.md 13.6). */
export const displayNameChangeMs = 60 * dayMs

export const accountLimits = {
  userName: { min: 2, max: 70 },
  displayName: { min: 1, max: 70 },
  bio: 2_000,
  links: 5,
  interests: { most: 8, length: 40 },
  password: { min: 10, max: 128 },
} as const

/** Who a signed-in account is at this moment. A banned or deactivated one has guests' rights. */
export function viewerOf(member: Member, stats: KarmaStats | undefined, hasConfirmedEmail: boolean, now: number): Viewer {
  if (member.isDeactivated) return visitor
  if (member.bannedUntil !== null && member.bannedUntil > now) return { kind: 'visitor', bannedUntil: member.bannedUntil }
  return {
    kind: 'member',
    userId: member.id,
    karma: stats?.karma ?? 0,
    groups: member.groups,
    isAdmin: member.isAdmin,
    postingDisabled: member.postingDisabled,
    commentingDisabled: member.commentingDisabled,
    votingDisabled: member.votingDisabled,
    ...(member.commentingOnOthersDisabled === true && { commentingOnOthersDisabled: true }),
    ...(member.messagingDisabled === true && { messagingDisabled: true }),
    ...(member.revokedGroups !== undefined && { revokedGroups: member.revokedGroups }),
    isApproved: member.approvedBy !== null,
    hasConfirmedEmail,
    joinedAt: member.joinedAt,
  }
}

/** Deactivated accounts are hidden; staff still see them. A banned account's page stays visible. */
export function canSeeMember(viewer: Viewer, member: Member): Verdict {
  return member.isDeactivated && !isStaff(viewer) && !isSelf(viewer, member.id) ? deny('not-found') : allow
}

export function canEditProfile(viewer: Viewer, member: Member): Verdict {
  if (viewer.kind === 'visitor') return deny('sign-in-first')
  return isSelf(viewer, member.id) || isStaff(viewer) ? allow : deny('not-yours')
}

/** Signing a member out everywhere, as when a device was lost or a sign-in stolen: admins only. */
export function canEndSessionsOf(viewer: Viewer): Verdict {
  return viewer.kind === 'member' && viewer.isAdmin ? allow : deny('admins-only')
}

/** Its own member closes an account; somebody has to run the place. */
export function canCloseAccount(member: Pick<Member, 'isAdmin'>, { hasOtherAdmin }: { readonly hasOtherAdmin: boolean }): Verdict {
  return member.isAdmin && !hasOtherAdmin ? deny('last-admin') : allow
}

/** Roles and admin power: admins only. */
export function canSetRoles(viewer: Viewer): Verdict {
  return viewer.kind === 'member' && viewer.isAdmin ? allow : deny('admins-only')
}
