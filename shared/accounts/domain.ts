import type { Member } from './schema.ts'
import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { canSeeMember } from './rules.ts'
import { members } from './schema.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'

/** Measures against an account are its own and the staff's business (community.md 15). */
function withoutMeasures({ commentingOnOthersDisabled: _c, messagingDisabled: _m, revokedGroups: _g, ...member }: Member): Member {
  return { ...member, bannedUntil: null, postingDisabled: false, commentingDisabled: false, votingDisabled: false, approvedBy: null }
}

export const accountsDomain = defineDomain({
  tables: [members],
  policies: [
    readPolicy(members, (member, viewer) => {
      if (!canSeeMember(viewer, member).allowed) return undefined
      return isStaff(viewer) || isSelf(viewer, member.id) ? member : withoutMeasures(member)
    }),
  ],
})
