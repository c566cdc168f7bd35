/** `/events/:id.ics`: one event, for calendars. */
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import { isListedEvent } from '#shared/events/rules.ts'
import { events } from '#shared/events/schema.ts'
import { icsOf } from '#shared/events/ics.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Rendered } from '../pages/page-cache.ts'

const none: Rendered = { status: 404, location: null, contentType: 'text/plain; charset=utf-8', body: 'No such event.\n' }

/** @param read permitted for a visitor. */
export async function renderCalendar(read: Read, id: string, site: SiteFacts): Promise<Rendered> {
  const [post, event] = [await read.get(posts, id), await read.get(events, id)]
  if (post === undefined || event === undefined || event.startAt === null || !isListedEvent(post)) return none
  const url = `${site.origin}${links.post(post)}`
  const { startAt, endAt, sequence, isCancelled, location, joinUrl } = event
  const body = icsOf(
    {
      // The host is that of the site for good: another address would be another event.
      uid: `${id}@${new URL(site.origin).hostname}`,
      changedAt: Math.max(event.changedAt, post.editedAt ?? 0),
      location: location === '' ? (joinUrl ?? '') : location,
      description: [post.excerpt, joinUrl ?? '', url].filter((part) => part !== '').join('\n\n'),
      ...{ sequence, startAt, endAt, isCancelled, title: post.title, url },
    },
    site.name,
  )
  const more = [['content-disposition', `attachment; filename="event-${id}.ics"`]] as const
  return { status: 200, location: null, contentType: 'text/calendar; charset=utf-8', body, more }
}
