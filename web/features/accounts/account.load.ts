import { members } from '#shared/accounts/schema.ts'
import { displayNameChangeMs } from '#shared/accounts/rules.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { needsSignIn } from '../../data/answer.ts'
import { noticeOf } from './notices.ts'

export const accountTabs = ['account', 'profile', 'sessions'] as const
export type AccountTab = (typeof accountTabs)[number]

/** `/account?tab=`; unknown tabs fall back to the first, `settings-account` and its like are understood. */
export async function loadAccount({ own, viewer, read, now }: PageData, { url }: LoadRequest) {
  if (own === null) throw needsSignIn()
  const asked = (url.searchParams.get('tab') ?? '').replace(/^settings-/u, '')
  const tab = accountTabs.find((name) => name === asked) ?? 'account'
  const changedAt = (await read.get(members, own.userId))?.displayNameChangedAt ?? null
  const mayChangeFrom = changedAt === null ? 0 : changedAt + displayNameChangeMs
  return {
    head: { title: 'Your account' },
    tab,
    notice: noticeOf(url.searchParams),
    own,
    /** When the shown name may be changed again; `null` when it may be now. */
    nameOpensAt: mayChangeFrom > now && !isStaff(viewer) ? mayChangeFrom : null,
  }
}

/** `/resendVerificationEmail` */
export function loadResendVerification({ own }: PageData) {
  if (own === null) throw needsSignIn()
  return { head: { title: 'Confirm your e-mail address' }, email: own.email, isVerified: own.emailVerifiedAt !== null }
}
