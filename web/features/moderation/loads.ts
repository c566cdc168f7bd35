import type { Loads } from '../../app/route.ts'
import { loadActiveMembers } from './active-members.load.ts'
import { loadAudit } from './audit.load.ts'
import { loadMemberMeasures } from './member-measures.load.ts'
import { loadLog } from './log.load.ts'
import { loadPurge } from './purge.load.ts'
import { loadRandomMember } from './random-member.load.ts'
import { loadModeratorComments } from './moderator-comments.load.ts'

export const loads: Loads = {
  '/moderation': loadLog,
  '/users/:slug/edit': loadMemberMeasures,
  '/users/:slug/purge': loadPurge,
  '/moderatorComments': loadModeratorComments,
  '/admin/recentlyActiveUsers': loadActiveMembers,
  '/admin/random-user': loadRandomMember,
  '/admin/audit': loadAudit,
}
