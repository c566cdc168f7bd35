import { memberByAddress, memberCards } from '#shared/accounts/queries.ts'
import type { Member } from '#shared/accounts/schema.ts'
import { isAdmin, isSelf, groups } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { actionFacts } from '#shared/moderation/action-types.ts'
import { limitWords } from '#shared/moderation/limit-words.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { actionsOn, activeAction, activeLimits, banOn, isActive, reviewOf } from '#shared/moderation/measure-queries.ts'
import type { StaffAct } from '#shared/moderation/measure-rules.ts'
import { canAgainst, canBan, canOpenMeasures, canPurge, canSetOwnAdmin, canSetRole } from '#shared/moderation/measure-rules.ts'
import { measureLimits } from '#shared/moderation/measure-schema.ts'
import { rightFields, rightLabels, rights } from '#shared/moderation/rights.ts'
import { roleWords } from '#shared/moderation/role-words.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { canRemoveProfilePicture } from '#shared/pictures/profile-picture-rules.ts'
import { profilePictures } from '#shared/pictures/profile-picture-schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { authorizePage, moved, notFound } from '../../data/answer.ts'

const step = 20

/**
 * `/users/:slug/edit`: what the staff can do about a member, and what was done. Who once had an
 * administrator's power and put it down sees on their own page how to take it up again.
 */
export async function loadMemberMeasures(data: PageData, { params, url }: LoadRequest) {
  const { read, viewer } = data
  const slug = params['slug'] ?? ''
  const member = await memberByAddress(read, slug)
  authorizePage(canOpenMeasures(viewer, member?.id ?? null))
  if (member === undefined) throw notFound()
  if (member.slug !== slug) throw moved(`${links.editUser(member.slug)}${url.search}`)
  const picture = await read.get(profilePictures, member.id)
  return {
    head: { title: `Limits and roles: ${member.displayName}`, robots: 'noindex' as const },
    member: { id: member.id, name: member.displayName, slug: member.slug, isAdmin: member.isAdmin },
    isAddressAsked: url.searchParams.get('notice') === 'address-asked',
    /** One's own power over everything; `null`: not one's own page, or there is none. */
    ownAdmin: isSelf(viewer, member.id) && canSetOwnAdmin(viewer).allowed ? { isAdmin: member.isAdmin } : null,
    picture: picture !== undefined && canRemoveProfilePicture(viewer, member.id).allowed ? picture : null,
    measures: canOpenMeasures(viewer, null).allowed ? await measuresOf(data, member, limitOf(url.searchParams, step)) : null,
  }
}

export type MeasuresView = Awaited<ReturnType<typeof measuresOf>>

/** How a member stands with the staff. Each thing that can be done has its rule's own answer. */
async function measuresOf({ read, viewer, now }: PageData, member: Member, limit: number) {
  const { id } = member
  const [review, limits, ban] = [await reviewOf(read, id), await activeLimits(read, id, now), await banOn(read, id, now)]
  const actions = await read.list(actionsOn(id, limit + 1))
  const cards = await memberCards(read, [
    ...new Set([...actions.map(({ byId }) => byId ?? ''), ...limits.map(({ byId }) => byId), ban?.byUserId ?? '']),
  ])
  const nameOf = (by: string | null): string | null => (by === null ? null : (cards.get(by)?.name ?? 'Somebody'))
  const may = (act: StaffAct): boolean => canAgainst(viewer, act, member).allowed
  const verdict = canAgainst(viewer, 'ban', member)
  const banLeft = ban === undefined ? 0 : ban.endsAt - now
  const mayChangeBan = canBan(viewer, member, banLeft).allowed
  return {
    /** Why nothing can be done about them; `null`: something can. */
    refusal: verdict.allowed ? null : verdict.reason,
    needsReview: review.needsReview,
    /** What has been decided by now: a mutation names it, so that two do not decide at once. */
    seen: review.decidedAt ?? 0,
    mayEdit: may('editMember'),
    mayAddress: may('setAddress'),
    hasBio: member.bio !== '' || (member.links ?? []).length > 0,
    mayRight: may('setRight'),
    rights: rights.map((right) => ({ right, label: rightLabels[right], isTaken: member[rightFields[right]] === true })),
    mayLimit: may('limit'),
    limits: limits.map((one) => ({
      ...{ id: one.id, words: limitWords(one), endsAt: one.endsAt, reason: one.reason, by: nameOf(one.byId), at: one.at },
    })),
    mayExempt: may('exempt'),
    isExempt: (await activeAction(read, id, 'exemptFromRateLimits', now)) !== undefined,
    ban:
      ban === undefined
        ? null
        : { until: ban.endsAt, reason: ban.publicReason, note: ban.privateNote, by: nameOf(ban.byUserId), at: ban.at },
    mayBan: mayChangeBan,
    mayBanForLong: canBan(viewer, member, measureLimits.foreverMs).allowed,
    /** The look before it; `null`: not the viewer’s to do. */
    purge: canPurge(viewer, member, now).allowed ? moderationLinks.purge(member.slug) : null,
    roles: groups.map((role) => ({
      ...{ role, label: roleWords[role], mayChange: canSetRole(viewer, member, role).allowed },
      state: member.groups.includes(role) ? ('held' as const) : member.revokedGroups?.includes(role) === true ? ('taken' as const) : null,
    })),
    actions: actions.slice(0, limit).map((action) => ({
      ...{ id: action.id, label: actionFacts(action.type).label, at: action.at, detail: action.detail },
      ...{ by: nameOf(action.byId), isOver: action.endedAt !== null && !isActive(action, now) },
    })),
    more: actions.length > limit ? links.editUser(member.slug, { limit: limit + step }) : null,
    /** For those who may read it. */
    audit: isAdmin(viewer) ? moderationLinks.audit({ about: member.slug }) : null,
    /** A day, `YYYY-MM-DD`: limits and bans end with it. */
    firstDay: dayOf(now),
  }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
