import type { PageData } from '#shared/pages/page-data.ts'
import { windowNames } from '#shared/pages/health-view.ts'
import type { LoadRequest } from '../../app/route.ts'
import { notFound } from '../../data/answer.ts'
import { requireAdmin } from './require-admin.ts'

/** `/admin/health`: the process that answers, and no other. */
export async function loadHealth({ viewer, health }: PageData, { url }: LoadRequest) {
  requireAdmin(viewer)
  if (health === undefined) throw notFound()
  const window = windowNames.find((each) => each === url.searchParams.get('window')) ?? 'hour'
  return { head: { title: 'Health' }, ...(await health.view(window)) }
}
