import type { Loads } from '../../app/route.ts'
import { loadAudit } from './audit.load.ts'
import { loadMemberMeasures } from './member-measures.load.ts'
import { loadLog } from './log.load.ts'
import { loadModeratorComments } from './moderator-comments.load.ts'

export const loads: Loads = {
  '/moderation': loadLog,
  '/users/:slug/edit': loadMemberMeasures,
  '/moderatorComments': loadModeratorComments,
  '/admin/audit': loadAudit,
}
