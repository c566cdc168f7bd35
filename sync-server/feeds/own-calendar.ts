/**
 * `/calendar.ics?key=`: what a member goes to or may go to, and what they organize, at an address
 * that nobody else knows.
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import { members } from '#shared/accounts/schema.ts'
import { calendarOfToken, rsvpsBy } from '#shared/events/queries.ts'
import { events } from '#shared/events/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { authorshipsOf } from '#shared/posts/queries.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Rendered } from '../pages/page-cache.ts'
import { hashOfCalendarKey } from './calendar-key.ts'
import { anyEntryOf, found, none } from './event-calendar.ts'
import { icsOf } from './ics.ts'

const figures = { answers: 1_000, keptMs: 366 * dayMs, everySeconds: 3 * 3_600 } as const

interface Asked {
  readonly key: string
  readonly site: SiteFacts
  readonly now: number
}

/**
 * An address that was never given out, one that was replaced and one that was ended are one answer,
 * found in one way: by the hash of whatever was sent.
 * @param read without read policies. @param permittedFor with those of this member.
 */
export async function renderOwnCalendar(
  read: Read,
  { key, site, now }: Asked,
  permittedFor: (userId: string) => Promise<Read>,
): Promise<Rendered> {
  const [link] = await read.list(calendarOfToken(hashOfCalendarKey(key)))
  const member = link === undefined ? undefined : await read.get(members, link.id)
  if (member === undefined || member.isDeactivated) return none('calendar')
  const seen = await permittedFor(member.id)
  const answers = new Map((await read.list(rsvpsBy(member.id, figures.answers))).map(({ postId, answer }) => [postId, answer]))
  const isOwn = ({ authorId, coauthorIds }: { readonly authorId: string; readonly coauthorIds: readonly string[] }): boolean =>
    [authorId, ...coauthorIds].includes(member.id)
  const written = (await read.list(authorshipsOf(member.id, figures.answers))).map(({ postId }) => postId)
  const coming = [...answers].flatMap(([postId, answer]) => (answer === 'no' ? [] : [postId]))
  const ids = [...new Set([...coming, ...written])]
  const postsById = new Map((await seen.getMany(posts, ids)).map((post) => [post.id, post]))
  const entries = (await seen.getMany(events, ids)).flatMap((event) => {
    const post = postsById.get(event.id)
    if (post === undefined || !isPublic(post) || post.rejectedReason !== null) return []
    const answer = answers.get(event.id)
    // Who was let into a text as a reader or editor does not organize it.
    if (!isOwn(post) && !coming.includes(event.id)) return []
    if (event.startAt === null || event.startAt <= now - figures.keptMs) return []
    const entry = anyEntryOf(post, event, site)
    return entry === null ? [] : [{ ...entry, isTentative: !isOwn(post) && answer !== 'going' }]
  })
  const followed = { name: `${member.displayName}: ${site.name}`, everySeconds: figures.everySeconds }
  return found(icsOf({ siteName: site.name, events: entries, followed }), 'calendar')
}
