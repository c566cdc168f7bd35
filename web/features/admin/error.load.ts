import type { PageData } from '#shared/pages/page-data.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { errorEvents, errorGroups } from '#shared/reports/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { notFound } from '../../data/answer.ts'
import { groupView } from './errors.load.ts'
import { requireAdmin } from './require-admin.ts'

/** `/admin/errors/:groupId`: a group, and one of its events: the newest, or `?event=`. */
export async function loadError({ read, viewer, now }: PageData, { params, url }: LoadRequest) {
  requireAdmin(viewer)
  const group = await read.get(errorGroups, params['groupId'] ?? '')
  if (group === undefined) throw notFound()
  const event = await read.get(errorEvents, url.searchParams.get('event') ?? group.lastEventId)
  const ofGroup = { table: errorEvents, index: ['groupId', 'at'], equals: [group.id], limit: 1 } as const
  const isHere = event?.groupId === group.id
  const neighbour = async (bound: { from: number } | { until: number }, order: 'ascending' | 'descending') => {
    const [next] = await read.list(defineQuery({ ...ofGroup, ...bound, order }))
    return next === undefined ? null : reportLinks.errorGroup(group.id, next.id)
  }
  return {
    head: { title: group.title },
    group: groupView(group, now),
    kept: await read.count(defineQuery({ ...ofGroup, order: 'descending' })),
    event: isHere ? event : null,
    older: isHere ? await neighbour({ until: event.at }, 'descending') : null,
    newer: isHere ? await neighbour({ from: event.at + 1 }, 'ascending') : null,
  }
}
