import { members } from '#shared/accounts/schema.ts'
import { displayNameChangeMs } from '#shared/accounts/rules.ts'
import { apiKeyLimits } from '#shared/api/rules.ts'
import { isoDay } from '#shared/feed/archive.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { limitWords } from '#shared/moderation/limit-words.ts'
import { activeLimits } from '#shared/moderation/measure-queries.ts'
import { rightLabels, takenFrom } from '#shared/moderation/rights.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { elsewhere, needsSignIn } from '../../data/answer.ts'
import { noticeOf } from './notices.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export const accountTabs = ['account', 'profile', 'sessions', 'security', 'keys', 'calendar', 'place'] as const
export type AccountTab = (typeof accountTabs)[number]

/**
 * `/account?tab=`; unknown tabs fall back to the first, `settings-account` and its like are
 * understood.
 */
export async function loadAccount({ own, viewer, read, now }: PageData, { url }: LoadRequest) {
  if (own === null) throw needsSignIn()
  const asked = (url.searchParams.get('tab') ?? '').replace(/^settings-/u, '')
  // How somebody is told of things stands beside what they were told.
  if (asked === 'notifications') throw elsewhere(links.notices({ tab: 'settings' }))
  const tab = accountTabs.find((name) => name === asked) ?? 'account'
  const member = await read.get(members, own.userId)
  const changedAt = member?.displayNameChangedAt ?? null
  const limits = await activeLimits(read, own.userId, now)
  const mayChangeFrom = changedAt === null ? 0 : changedAt + displayNameChangeMs
  return {
    head: { title: 'Your account' },
    ...(tab === 'place' && { places: { 'account-place': {} } }),
    tab,
    notice: noticeOf(url.searchParams),
    own,
    /** What the staff have taken, for this member alone. */
    taken: member === undefined ? [] : takenFrom(member).map((right) => rightLabels[right]),
    limits: limits.map((limit) => ({ id: limit.id, words: limitWords(limit), endsAt: limit.endsAt, reason: limit.reason })),
    /** Of a new key, as days. */
    keyEnds: { usual: isoDay(now + 90 * dayMs), first: isoDay(now), last: isoDay(now + apiKeyLimits.longestMs - dayMs) },
    /** When the shown name may be changed again; `null` when it may be now. */
    nameOpensAt: mayChangeFrom > now && !isStaff(viewer) ? mayChangeFrom : null,
  }
}

/** `/resendVerificationEmail` */
export function loadResendVerification({ own }: PageData) {
  if (own === null) throw needsSignIn()
  return { head: { title: 'Confirm your email' }, email: own.email, isVerified: own.emailVerifiedAt !== null }
}
