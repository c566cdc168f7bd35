import type { Member } from '#shared/accounts/schema.ts'
import { canSeeMember } from '#shared/accounts/rules.ts'
import { members } from '#shared/accounts/schema.ts'
import { guestsOf } from '#shared/events/guest-queries.ts'
import { rsvpsOf } from '#shared/events/queries.ts'
import type { Event, RsvpStatus } from '#shared/events/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { PersonView } from '../../blocks/people.ts'

export interface AnsweredBy extends PersonView {
  /** Beside the name: without an account; seen by organizers, or oneself, alone. */
  readonly note?: 'guest' | 'private' | 'guest, private'
  /** A guest's, for organizers. */
  readonly email?: string
}

/**
 * Whom this viewer sees of those who have a status, the first first, members and guests in one
 * order; and how many rows of members were hidden from them as private.
 */
export async function whoHas({ read, viewer }: Pick<PageData, 'read' | 'viewer'>, event: Event, status: RsvpStatus, limit: number) {
  const query = rsvpsOf(event.id, status, limit)
  const found = await read.list(query)
  const ids = found.map(({ userId }) => userId)
  const byId = new Map((await read.getMany(members, ids)).map((member) => [member.id, member]))
  const seen = (member: Member | undefined): member is Member => member !== undefined && canSeeMember(viewer, member).allowed
  const ofMembers = found.flatMap(({ userId, isPrivate, at }) => {
    const member = byId.get(userId)
    if (!seen(member)) return []
    return [{ at, person: { name: member.displayName, slug: member.slug, ...(isPrivate === true && { note: 'private' as const }) } }]
  })
  const guests = (event.guests?.[status] ?? 0) === 0 ? [] : await read.list(guestsOf(event.id, status, limit))
  const ofGuests = guests.map(({ name, email, isPrivate, at }) => ({
    at,
    person: { name, slug: '', note: isPrivate ? ('guest, private' as const) : ('guest' as const), ...(email !== '' && { email }) },
  }))
  const rows = await read.count(query)
  const people: readonly AnsweredBy[] = [...ofMembers, ...ofGuests].toSorted((a, b) => a.at - b.at).map(({ person }) => person)
  return { people, rows, hidden: Math.min(rows, limit) - found.length, members: ofMembers.length }
}
