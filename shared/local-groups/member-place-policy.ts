import { canSeeMember } from '../accounts/rules.ts'
import { members } from '../accounts/schema.ts'
import { readPolicy } from '../kernel/domain.ts'
import { mapPoints } from './member-place-schema.ts'

/** Who has left the site is on no map. */
export const mapPointPolicy = readPolicy(mapPoints, async (point, viewer, read) => {
  const member = await read.get(members, point.id)
  return member !== undefined && !member.isDeactivated && canSeeMember(viewer, member).allowed ? point : undefined
})
