import type { PageData } from '#shared/pages/page-data.ts'
import { feedbackIn, groupsBy } from '#shared/reports/queries.ts'
import type { LoadRequest } from '../../app/route.ts'
import { requireAdmin } from './require-admin.ts'

/** `/admin` */
export async function loadAdmin({ read, viewer }: PageData, { url }: LoadRequest) {
  requireAdmin(viewer)
  return {
    head: { title: 'Administration' },
    /** One has just been signed out everywhere. */
    hasEndedSessions: url.searchParams.get('notice') === 'sessions-ended',
    openErrors: await read.count(groupsBy('open', 'lastSeenAt', 1)),
    openFeedback: await read.count(feedbackIn('open', 1)),
  }
}
