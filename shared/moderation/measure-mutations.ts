/** What the staff take from a member, and give back. Asked of the server. */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Member } from '../accounts/schema.ts'
import type { Target } from './measure-rules.ts'
import { hasAdminBeside } from '../accounts/member-names.ts'
import { members } from '../accounts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { groups } from '../kernel/viewer.ts'
import { liftBan, putBan } from './ban-records.ts'
import { activeAction, banOn } from './measure-queries.ts'
import { canAgainst, canBan, canSetOwnAdmin, canSetRole, mayAct } from './measure-rules.ts'
import { measureLimits, moderatorActions, Note, OptionalReason, Reason, userRateLimits } from './measure-schema.ts'
import { dayOf, decide, noteAudit } from './record.ts'
import { rightFields, rightLabels, rights } from './rights.ts'
import { seen } from './review-mutations.ts'

export const setRight = defineMutation({
  name: 'moderation.setRight',
  args: z.strictObject({ userId: Id, right: z.enum(rights), isAllowed: z.boolean(), reason: OptionalReason, seen }),
  async run(context, { userId, right, isAllowed, reason, seen }) {
    const member = await against(context, 'setRight', userId)
    const field = rightFields[right]
    if ((member[field] === true) === !isAllowed) return
    await decide(context, userId, {
      act: setRight.name,
      type: isAllowed ? 'rightGiven' : 'rightTaken',
      more: { detail: `${rightLabels[right]}.${reason === '' ? '' : ` ${reason}`}` },
      details: { right, isAllowed, reason },
      seen,
    })
    await context.tx.put(members, { ...member, [field]: !isAllowed })
  },
})

/** How often a member may write, for some time. Running it twice with one id leaves one. */
export const limitMember = defineMutation({
  name: 'moderation.limit',
  args: z.strictObject({
    id: Id,
    userId: Id,
    type: z.enum(['allComments', 'allPosts']),
    intervalLength: z.int().check(z.minimum(1), z.maximum(measureLimits.limitLength)),
    intervalUnit: z.enum(['minutes', 'hours', 'days', 'weeks']),
    actionsPerInterval: z.int().check(z.minimum(0), z.maximum(measureLimits.limitCount)),
    endsAt: Time,
    reason: Reason,
    seen,
  }),
  makes: ({ id }) => id,
  async run(context, { seen, ...limit }) {
    const { tx, now, viewer } = context
    await against(context, 'limit', limit.userId)
    const existing = await tx.get(userRateLimits, limit.id)
    if (existing !== undefined) {
      if (existing.userId !== limit.userId) throw new AppError('not-found')
      return
    }
    if (limit.endsAt <= now || limit.endsAt > now + measureLimits.foreverMs) throw new AppError('invalid', { field: 'endsAt' })
    const { actionsPerInterval, intervalLength, intervalUnit } = limit
    await decide(context, limit.userId, {
      act: limitMember.name,
      type: 'rateLimited',
      more: {
        endedAt: limit.endsAt,
        detail: `${actionsPerInterval} in ${intervalLength} ${intervalUnit} until ${dayOf(limit.endsAt)}. ${limit.reason}`,
      },
      details: { ...limit },
      seen,
    })
    await tx.put(userRateLimits, { ...limit, byId: signedIn(viewer).userId, at: now })
  },
})

export const endLimit = defineMutation({
  name: 'moderation.endLimit',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const { tx, now } = context
    authorize(mayAct(context.viewer, 'limit'))
    const limit = await getOrThrow(tx, userRateLimits, id)
    await against(context, 'limit', limit.userId)
    if (limit.endsAt <= now) return
    await tx.put(userRateLimits, { ...limit, endsAt: now })
    await decide(context, limit.userId, { act: endLimit.name, type: 'rateLimitEnded', details: { id } })
  },
})

/** Spares a member the automatic limits, or no longer. */
export const setExempt = defineMutation({
  name: 'moderation.setExempt',
  args: z.strictObject({ userId: Id, isExempt: z.boolean() }),
  async run(context, { userId, isExempt }) {
    const { tx, now } = context
    await against(context, 'exempt', userId)
    const active = await activeAction(tx, userId, 'exemptFromRateLimits', now)
    if ((active !== undefined) === isExempt) return
    if (active !== undefined) await tx.put(moderatorActions, { ...active, endedAt: now })
    const type = isExempt ? 'exemptFromRateLimits' : 'exemptionEnded'
    await decide(context, userId, { act: setExempt.name, type, details: { isExempt } })
  },
})

/**
 * Takes an account back to guests' rights and ends its sessions. A ban that stands is said anew:
 * the newest counts.
 */
export const banMember = defineMutation({
  name: 'moderation.ban',
  args: z.strictObject({ userId: Id, until: Time, publicReason: Reason, privateNote: Note, seen }),
  async run(context, { userId, until, publicReason, privateNote, seen }) {
    const { tx, now, viewer } = context
    authorize(mayAct(viewer, 'ban'))
    const member = await getOrThrow(tx, members, userId)
    authorize(canBan(viewer, member, until - now))
    if (until <= now || until > now + measureLimits.foreverMs) throw new AppError('invalid', { field: 'until' })
    const present = await banOn(tx, userId, now)
    // Shortening what an administrator has said is the same as lifting it.
    if (present !== undefined) authorize(canBan(viewer, member, present.endsAt - now))
    if (present?.until === until && present.publicReason === publicReason && present.privateNote === privateNote) return
    await decide(context, userId, {
      act: banMember.name,
      type: 'banned',
      more: { endedAt: until, detail: `Until ${dayOf(until)}. ${publicReason}${privateNote === '' ? '' : ` (${privateNote})`}` },
      details: { until, publicReason, privateNote },
      seen,
    })
    await putBan(context, member, { until, publicReason, privateNote })
  },
})

export const unbanMember = defineMutation({
  name: 'moderation.unban',
  args: z.strictObject({ userId: Id, reason: OptionalReason }),
  async run(context, { userId, reason }) {
    const { tx, now, viewer } = context
    authorize(mayAct(viewer, 'unban'))
    const member = await getOrThrow(tx, members, userId)
    const left = (member.bannedUntil ?? now) - now
    authorize(canBan(viewer, member, left))
    if (left <= 0) return
    await decide(context, userId, { act: unbanMember.name, type: 'unbanned', more: { detail: reason }, details: { reason } })
    await liftBan(context, member)
  },
})

/**
 * Gives a role, or takes it. What karma would give is not given again by itself once it was taken.
 */
export const setRole = defineMutation({
  name: 'moderation.setRole',
  args: z.strictObject({ userId: Id, role: z.enum(groups), isOn: z.boolean(), reason: OptionalReason }),
  async run(context, { userId, role, isOn, reason }) {
    const { tx, viewer } = context
    authorize(mayAct(viewer, 'setEarnedRole'))
    const member = await getOrThrow(tx, members, userId)
    authorize(canSetRole(viewer, member, role))
    const { revokedGroups: revokedBefore = [], ...rest } = member
    const has = member.groups.includes(role)
    const isRevoked = revokedBefore.includes(role)
    if (has === isOn && isRevoked === !isOn) return
    const revokedGroups = groups.filter((group) => (group === role ? !isOn : revokedBefore.includes(group)))
    const held = groups.filter((group) => (group === role ? isOn : member.groups.includes(group)))
    await decide(context, userId, {
      act: setRole.name,
      type: isOn ? 'roleGiven' : 'roleTaken',
      more: { detail: `${role}.${reason === '' ? '' : ` ${reason}`}` },
      details: { role, isOn, reason },
    })
    const approvedBy = member.approvedBy ?? (isOn ? signedIn(viewer).userId : null)
    await tx.put(members, { ...rest, groups: held, approvedBy, ...(revokedGroups.length > 0 && { revokedGroups }) })
  },
})

/**
 * A member of `realAdmins` gives all power up, to see the site as others do, or takes it up again.
 * @throws AppError 'conflict' when no administrator would be left.
 */
export const setOwnAdmin = defineMutation({
  name: 'moderation.setOwnAdmin',
  args: z.strictObject({ isAdmin: z.boolean() }),
  async run(context, { isAdmin }) {
    const { tx, viewer, now } = context
    authorize(canSetOwnAdmin(viewer))
    const { userId } = signedIn(viewer)
    const member = await getOrThrow(tx, members, userId)
    if (member.isAdmin === isAdmin) return
    if (!isAdmin && !(await hasAdminBeside(tx, userId, now))) throw new AppError('conflict', { field: 'isAdmin' })
    await noteAudit(context, setOwnAdmin.name, { userId, details: { isAdmin } })
    await tx.put(members, { ...member, isAdmin })
  },
})

async function against({ tx, viewer }: MutationContext, act: 'setRight' | 'limit' | 'exempt', userId: string): Promise<Member & Target> {
  // Before the member is looked up: nobody else learns who is here.
  authorize(mayAct(viewer, act))
  const member = await getOrThrow(tx, members, userId)
  authorize(canAgainst(viewer, act, member))
  return member
}
