import type { PageData } from '#shared/pages/page-data.ts'
import { feedbackIn, groupsBy } from '#shared/reports/queries.ts'
import { insistAdmin } from './insist-admin.ts'

/** `/admin` */
export async function loadAdmin({ read, viewer }: PageData) {
  insistAdmin(viewer)
  return {
    head: { title: 'Administration' },
    openErrors: await read.count(groupsBy('open', 'lastSeenAt', 1)),
    openFeedback: await read.count(feedbackIn('open', 1)),
  }
}
