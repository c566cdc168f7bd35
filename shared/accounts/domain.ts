import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { canSeeMember } from './rules.ts'
import { members } from './schema.ts'
import { isSelf, isStaff } from '../kernel/viewer.ts'

/** Measures against an account are its own and the staff's business (community.md 15). */
const unspoken = { bannedUntil: null, postingDisabled: false, commentingDisabled: false, votingDisabled: false, approvedBy: null } as const

export const accountsDomain = defineDomain({
  tables: [members],
  policies: [
    readPolicy(members, (member, viewer) => {
      if (!canSeeMember(viewer, member).allowed) return undefined
      return isStaff(viewer) || isSelf(viewer, member.id) ? member : { ...member, ...unspoken }
    }),
  ],
})
