import { memberBySlug, memberByUserName, memberCards, unknownMember } from '#shared/accounts/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { auditEntries, auditEntriesAbout, auditEntriesBy } from '#shared/moderation/measure-queries.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { authorizePage } from '../../data/answer.ts'

const step = 50

/** `/admin/audit`: what the staff did, newest first. `?by=`, `?about=`: a member, by name. */
export async function loadAudit({ read, viewer }: PageData, { url }: LoadRequest) {
  authorizePage(mayAct(viewer, 'readAuditLog'))
  const [by, about] = ['by', 'about'].map((name) => (url.searchParams.get(name) ?? '').trim().slice(0, 80))
  const limit = limitOf(url.searchParams, step)
  const [byMember, aboutMember] = [await named(read, by ?? ''), await named(read, about ?? '')]
  const isNobody = (by !== '' && byMember === undefined) || (about !== '' && aboutMember === undefined)
  const query =
    byMember !== undefined
      ? auditEntriesBy(byMember.id, limit + 1)
      : aboutMember !== undefined
        ? auditEntriesAbout(aboutMember.id, limit + 1)
        : auditEntries(limit + 1)
  const found = isNobody ? [] : await read.list(query)
  const cards = await memberCards(
    read,
    found.flatMap(({ byId, userId }) => [byId, userId]).filter((id) => id !== null),
  )
  const cardOf = (id: string | null) => (id === null ? null : (cards.get(id) ?? unknownMember))
  return {
    head: { title: 'Audit log', robots: 'noindex' as const },
    by: by ?? '',
    about: about ?? '',
    isNobody,
    entries: found.slice(0, limit).map(({ id, at, act, byId, userId, targetId, details }) => ({
      ...{ id, at, act, targetId: targetId === userId ? null : targetId },
      by: cardOf(byId),
      about: cardOf(userId),
      details: Object.entries(details)
        // Said above it.
        .filter(([name]) => name !== 'id' && name !== 'userId')
        .map(([name, value]) => ({ name, value: typeof value === 'number' && value > largestCount ? minuteOf(value) : String(value) })),
    })),
    more: found.length > limit ? moderationLinks.audit({ limit: limit + step, by: by || undefined, about: about || undefined }) : null,
  }
}

async function named(read: Read, name: string) {
  return name === '' ? undefined : ((await memberBySlug(read, name)) ?? (await memberByUserName(read, name)))
}

/** No count is as large: it is a time. */
const largestCount = 1_000_000_000_000

/** `2026-11-28 14:05 UTC` */
const minuteOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
