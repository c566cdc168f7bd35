import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Member } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { isId } from '../kernel/ids.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { slugify } from '../kernel/slug.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { canAgainst } from '../moderation/measure-rules.ts'
import { OptionalReason } from '../moderation/measure-schema.ts'
import { decide, noteAudit } from '../moderation/record.ts'
import { notificationId, notifications } from '../notifications/schema.ts'
import { Email } from './email.ts'
import { askForAddress } from './email-change-mutations.ts'
import { Hash } from './fields.ts'
import { memberSlugs } from './member-edit-schema.ts'
import { putAs, requireNameIsFree } from './member-names.ts'
import { DisplayName, isReservedName, nameSkeleton } from './names.ts'
import { memberByAddress } from './queries.ts'
import { credentials, members } from './schema.ts'

/**
 * What the staff change about another member's account: the log says who did it and what it was
 * before, and the member is notified.
 */

/** As it stands in an address: spelled as `slugify` does. */
const Slug = z.string().check(
  z.maxLength(60),
  z.refine((slug) => slug !== '' && slugify(slug) === slug && !isId(slug.toUpperCase()), 'not an address'),
)

/**
 * The name that is shown, the address of their page, and a bio taken off. An earlier address leads
 * to the new one from then on, and is nobody else's. @throws AppError 'taken' or 'invalid' with the
 * field
 */
export const editMember = defineMutation({
  name: 'accounts.editMember',
  args: z.strictObject({ userId: Id, displayName: DisplayName, slug: Slug, clearsBio: z.boolean(), reason: OptionalReason }),
  async run(context, { userId, displayName, slug, clearsBio, reason }) {
    const { tx, viewer } = context
    const member = await getOrThrow(tx, members, userId)
    authorize(canAgainst(viewer, 'editMember', member))
    const next: Member = { ...member, displayName, displayNameKey: nameSkeleton(displayName), slug, bio: clearsBio ? '' : member.bio }
    if (clearsBio) {
      delete next.links
      delete next.interests
    }
    const changed = (['displayName', 'slug', 'bio', 'links', 'interests'] as const).filter((field) => next[field] !== member[field])
    if (changed.length === 0) return
    if (displayName !== member.displayName) {
      if (isReservedName(displayName)) throw new AppError('taken', { field: 'displayName' })
      await requireNameIsFree(tx, next.displayNameKey, userId, 'displayName')
    }
    if (slug !== member.slug) await moveAddress(context, member, slug)
    await putAs('displayName', () => tx.put(members, next))
    await decide(context, userId, {
      act: editMember.name,
      type: 'profileEdited',
      // Not what the bio said: it was taken off.
      more: { detail: [...changed.map((field) => detailOf(field, member, next)), reason].filter((part) => part !== '').join('. ') },
      details: { displayName: next.displayName, before: member.displayName, slug, slugBefore: member.slug, clearsBio, reason },
    })
    await notify(context, next)
  },
})

const detailOf = (field: 'displayName' | 'slug' | 'bio' | 'links' | 'interests', before: Member, after: Member): string =>
  field === 'bio'
    ? 'Bio removed'
    : field === 'links'
      ? 'Links removed'
      : field === 'interests'
        ? 'Interests removed'
        : `${field === 'slug' ? 'Address' : 'Name'}: ${before[field]} → ${after[field]}`

/** @throws AppError 'taken' for what leads to anybody else, in any way an address is read. */
async function moveAddress({ tx, now }: MutationContext, { id, slug: before }: Member, slug: string): Promise<void> {
  const holder = await memberByAddress(tx, slug)
  if (holder !== undefined && holder.id !== id) throw new AppError('taken', { field: 'slug' })
  if ((await tx.get(memberSlugs, slug)) !== undefined) await tx.delete(memberSlugs, slug)
  await tx.put(memberSlugs, { id: before, userId: id, endedAt: now })
}

async function notify({ tx, now }: MutationContext, { id: userId, displayName: title }: Member): Promise<void> {
  const cause = `profile-edited:${now}`
  await tx.put(notifications, {
    ...{ id: notificationId(userId, cause), userId, type: 'profileEdited', cause, title, because: '' },
    ...{ actorId: null, postId: null, commentId: null, at: now, toldAt: now, viewedAt: null, place: 'recent' },
  })
}

/**
 * An administrator asks for another address of a member's, who has lost the old one: it becomes
 * theirs by the link that is mailed to it, and the old one can take the account back for a week.
 */
export const requestEmailChangeOf = defineMutation({
  name: 'accounts.requestEmailChangeOf',
  from: 'server',
  args: z.strictObject({ userId: Id, email: Email, tokenHash: Hash }),
  async run(context, { userId, email, tokenHash }) {
    const { tx, viewer } = context
    authorize(canAgainst(viewer, 'setAddress', await getOrThrow(tx, members, userId)))
    await askForAddress(context, await getOrThrow(tx, credentials, userId), email, tokenHash)
    // Not the address: the log outlives the account.
    await noteAudit(context, requestEmailChangeOf.name, { userId })
  },
})
