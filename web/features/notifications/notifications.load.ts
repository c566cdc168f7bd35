import type { Read } from '#shared/kernel/transaction.ts'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { mutedBy, withoutMuted } from '#shared/mutes/queries.ts'
import { notificationsOf, settingsRowOf } from '#shared/notifications/queries.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { karmaChoiceOf, newestNotified, noticeSettingsOf } from '#shared/notifications/schema.ts'
import { noticeTypes } from '#shared/notifications/all-types.ts'
import { noticeLimits, noticeTabs } from '#shared/notifications/types.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { karmaViewOf } from '../../blocks/bell/karma-view.ts'
import { noticeViews } from '../../blocks/bell/notice-view.ts'
import { needsSignIn } from '../../data/answer.ts'

const tabs = ['all', ...noticeTabs, 'karma', 'settings'] as const
const titles = { karma: 'Karma', settings: 'Notification settings' } as const

/**
 * `/notifications?tab=&limit=`: what a member was told, and how they want to be. Needs no network:
 * the same rows are on their devices.
 */
export async function loadNotifications({ read, viewer, now }: PageData, { url }: LoadRequest) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const tab = tabs.find((name) => name === url.searchParams.get('tab')) ?? 'all'
  const limit = limitOf(url)
  const found = tab === 'settings' || tab === 'karma' ? [] : await gather(read, viewer, tab, limit + 1)
  const rows = found.slice(0, limit)
  const settings = noticeSettingsOf(viewer.userId, (await read.list(settingsRowOf(viewer.userId)))[0])
  const next = Math.min(limit + noticeLimits.perPage, noticeLimits.maxShown)
  return {
    head: { title: tab === 'settings' || tab === 'karma' ? titles[tab] : 'Notifications' },
    now,
    tab,
    views: await noticeViews(read, rows),
    /** For "mark all as read": what comes after this page was made stays new. */
    newestAt: newestNotified(found),
    more: found.length > limit && next > limit ? links.notices({ tab: tab === 'all' ? undefined : tab, limit: next }) : null,
    settings: tab === 'settings' ? settings : null,
    /** On its own tab; a line of it stands above the whole list. */
    karma: tab === 'all' || tab === 'karma' ? await karmaViewOf(read, viewer.userId, karmaChoiceOf(settings)) : null,
  }
}

const batch = 100
const maxLookedThrough = 2_000

/** Those of a tab that are to be shown at all. */
async function gather(read: Read, viewer: MemberViewer, tab: (typeof tabs)[number], count: number): Promise<readonly Notification[]> {
  const kept: Notification[] = []
  const muted = await mutedBy(read, viewer)
  for (let offset = 0; offset < maxLookedThrough && kept.length < count; offset += batch) {
    const found = await read.list(notificationsOf(viewer.userId, batch, offset))
    kept.push(
      ...withoutMuted(found, muted).filter(
        ({ place, type }) => (place === 'recent' || place === 'older') && (tab === 'all' || noticeTypes[type].tab === tab),
      ),
    )
    if (found.length < batch) break
  }
  return kept.slice(0, count)
}

function limitOf(url: URL): number {
  const asked = Number(url.searchParams.get('limit'))
  return Number.isInteger(asked) && asked > noticeLimits.perPage ? Math.min(asked, noticeLimits.maxShown) : noticeLimits.perPage
}
