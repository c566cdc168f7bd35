import { members } from '#shared/accounts/schema.ts'
import { settingPlace } from '#shared/accounts/setting-places.ts'
import { displayNameChangeMs } from '#shared/accounts/rules.ts'
import { apiKeyLimits } from '#shared/api/rules.ts'
import { isoDay } from '#shared/feed/archive.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { limitWords } from '#shared/moderation/limit-words.ts'
import { activeLimits } from '#shared/moderation/measure-queries.ts'
import { rightLabels, takenFrom } from '#shared/moderation/rights.ts'
import { onboardings } from '#shared/accounts/onboarding-schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { canSetProfilePicture } from '#shared/pictures/profile-picture-rules.ts'
import type { LoadRequest } from '../../app/route.ts'
import { elsewhere, needsSignIn } from '../../data/answer.ts'
import { noticeOf } from './notices.ts'
import { pinnedOf } from './user.load.ts'
import { pictureOf } from './onboarding.load.ts'
import type { UserTab } from './user-tab.ts'
import { userTab } from './user-tab.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** What one wrote; then what one can set. */
export const contentTabs = ['posts', 'comments', 'sequences', 'wikiEdits'] as const
export type ContentTab = (typeof contentTabs)[number]
export const accountTabs = ['account', 'profile', 'sessions', 'security', 'keys', 'calendar', 'place'] as const
export type AccountTab = (typeof accountTabs)[number]

/**
 * `/account?tab=`; unknown tabs fall back to the first, `settings-account` and its like are
 * understood. `?highlightField=` leads to the setting of that name.
 */
export async function loadAccount(data: PageData, { url }: LoadRequest) {
  const { own, viewer, read, now } = data
  if (own === null) throw needsSignIn()
  const setting = settingPlace(url.searchParams.get('highlightField') ?? '')
  if (setting !== null) throw elsewhere(setting)
  const asked = (url.searchParams.get('tab') ?? '').replace(/^settings-/u, '')
  // How somebody is told of things stands beside what they were told.
  if (asked === 'notifications') throw elsewhere(links.notices({ tab: 'settings' }))
  if (asked === 'preferences') throw elsewhere(links.settings())
  if (asked === 'subscriptions') throw elsewhere(links.manageSubscriptions())
  const tab = [...contentTabs, ...accountTabs].find((name) => name === asked) ?? 'account'
  const contentTab = contentTabs.find((name) => name === tab)
  const member = await read.get(members, own.userId)
  const changedAt = member?.displayNameChangedAt ?? null
  const limits = await activeLimits(read, own.userId, now)
  const mayChangeFrom = changedAt === null ? 0 : changedAt + displayNameChangeMs
  return {
    head: { title: 'Your account' },
    ...(tab === 'place' && { places: { 'account-place': {} } }),
    tab,
    content: contentTab === undefined ? null : await contentOf(data, own.userId, contentTab, url),
    /** Their first steps are not finished, nor dismissed. */
    hasFirstSteps: (await read.get(onboardings, own.userId))?.endedAt === null,
    picture: tab === 'profile' ? await pictureOf(read, own.userId) : null,
    /** What stands first on their page, as it is shown there. */
    pinned:
      tab === 'profile' && member !== undefined ? (await pinnedOf(read, member)).map(({ id, title, lang }) => ({ id, title, lang })) : [],
    canSetPicture: canSetProfilePicture(viewer).allowed,
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

/** As on one's page, of one kind. */
async function contentOf(
  data: PageData,
  userId: string,
  tab: ContentTab,
  url: URL,
): Promise<Extract<UserTab, { readonly name: 'sequences' | 'all' }> | null> {
  const asked = new URL(url)
  asked.searchParams.set('tab', tab === 'sequences' ? tab : 'all')
  asked.searchParams.set('view', tab === 'wikiEdits' ? 'edits' : tab)
  const found = await userTab(data, userId, asked, true)
  if (found.name !== 'sequences' && found.name !== 'all') return null
  const limit = found.more === null ? null : new URL(found.more, url).searchParams.get('limit')
  return { ...found, more: limit === null ? null : `${links.account(tab)}&limit=${limit}` }
}

/** `/resendVerificationEmail` */
export function loadResendVerification({ own }: PageData) {
  if (own === null) throw needsSignIn()
  return { head: { title: 'Confirm your email' }, email: own.email, isVerified: own.emailVerifiedAt !== null }
}
