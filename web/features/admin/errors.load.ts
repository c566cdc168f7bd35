import type { PageData } from '#shared/pages/page-data.ts'
import type { GroupSort } from '#shared/reports/queries.ts'
import type { ErrorGroup } from '#shared/reports/schema.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { dayOf, reportLimits } from '#shared/reports/limits.ts'
import { eventByDigest, groupSorts, groupsBy } from '#shared/reports/queries.ts'
import { errorDays } from '#shared/reports/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { elsewhere } from '../../data/answer.ts'
import { requireAdmin } from './require-admin.ts'

const firstShown = 25

/** A day and how many errors came on it. */
export interface DayCount {
  /** ms since 1970, its first. */
  readonly at: number
  readonly count: number
}

export type GroupView = Omit<ErrorGroup, 'days' | 'lastEventId' | 'resolvedAt'> & { readonly days: readonly DayCount[] }

/** `/admin/errors`: groups of errors. `?digest=` goes to the one error that a reader was shown. */
export async function loadErrors({ read, viewer, now }: PageData, { url }: LoadRequest) {
  requireAdmin(viewer)
  const digest = (url.searchParams.get('digest') ?? '').trim().toLowerCase().slice(0, 40)
  if (digest !== '') {
    const [event] = await read.list(eventByDigest(digest))
    if (event !== undefined) throw elsewhere(reportLinks.errorGroup(event.groupId, event.id))
  }
  const state = url.searchParams.get('state') === 'resolved' ? 'resolved' : 'open'
  const sort: GroupSort = groupSorts.find((each) => each === url.searchParams.get('sort')) ?? 'lastSeenAt'
  const limit = limitOf(url.searchParams, firstShown)
  const found = await read.list(groupsBy(state, sort, limit + 1))
  const today = dayOf(now)
  const days = Array.from({ length: reportLimits.shownDays }, (_, at) => today - reportLimits.shownDays + 1 + at)
  const counts = new Map((await read.getMany(errorDays, days.map(String))).map(({ id, count }) => [Number(id), count]))
  return {
    head: { title: 'Errors' },
    state,
    sort,
    /** Asked for and not found. */
    digest,
    open: await read.count(groupsBy('open', sort, 1)),
    resolved: await read.count(groupsBy('resolved', sort, 1)),
    days: days.map((day) => ({ at: day * dayMs, count: counts.get(day) ?? 0 })),
    groups: found.slice(0, limit).map((group) => groupView(group, now)),
    more: found.length > limit ? reportLinks.errorGroups({ ...place(state, sort), limit: limit + firstShown }) : null,
  } as const
}

/** What of a list's address is not as it is by itself. */
export const place = (state: 'open' | 'resolved', sort: GroupSort) => ({
  state: state === 'resolved' ? state : undefined,
  sort: sort === 'lastSeenAt' ? undefined : sort,
})

export function groupView({ days, lastEventId: _last, resolvedAt: _at, ...group }: ErrorGroup, now: number): GroupView {
  const counts = new Map(days)
  const first = dayOf(now) - reportLimits.shownDays + 1
  return {
    ...group,
    days: Array.from({ length: reportLimits.shownDays }, (_, at) => ({ at: (first + at) * dayMs, count: counts.get(first + at) ?? 0 })),
  }
}
