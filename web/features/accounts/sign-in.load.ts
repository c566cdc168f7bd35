import { memberBySlug } from '#shared/accounts/queries.ts'
import { banOn } from '#shared/moderation/measure-queries.ts'
import type { FormState, PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import type { LoadRequest } from '../../app/route.ts'
import { elsewhere } from '../../data/answer.ts'
import { localPath } from './local-path.ts'
import { noticeOf } from './notices.ts'

export type SignInMode = 'signIn' | 'signUp' | 'reset' | 'provider'

/** `/login`, and what stands in the place of pages that need a sign-in. */
export function loadLogin({ viewer, form }: PageData, { url }: LoadRequest) {
  const returnTo = localPath(url.searchParams.get('returnTo'))
  if (viewer.kind === 'member') throw elsewhere(returnTo)
  const mode = modeOf(url.searchParams.get('mode'), form)
  const step = stepOf(url.searchParams.get('step'))
  const title = titleOf(mode, step)
  return {
    head: {
      title,
      canonical: links.login(),
      robots: 'noindex' as const,
    },
    title,
    mode,
    /** Where somebody stands who comes back from the OpenID provider. */
    step,
    returnTo,
    notice: noticeOf(url.searchParams),
    bannedUntil: viewer.bannedUntil ?? null,
  }
}

/** Back from a provider that nobody here is linked to, one is about to sign up. */
function titleOf(mode: SignInMode, step: ProviderStep): string {
  if (mode === 'reset') return 'Forgot password?'
  return mode === 'signUp' || (mode === 'provider' && step !== 'signIn') ? 'Sign up' : 'Sign in'
}

const signInForms = ['accounts.signIn', 'accounts.signInWithCode', 'accounts.requestSignInMail', 'accounts.signInWithMailedCode']

function modeOf(asked: string | null, form: FormState | null): SignInMode {
  if (form?.mutation === 'accounts.signUp') return 'signUp'
  if (form?.mutation === 'accounts.requestReset') return 'reset'
  if (signInForms.includes(form?.mutation ?? '')) return 'signIn'
  return asked === 'signUp' || asked === 'reset' || asked === 'provider' ? asked : 'signIn'
}

const steps = ['signIn', 'signUp', 'signUpEmail'] as const
export type ProviderStep = (typeof steps)[number]

/** The server knows who is back, and goes by that: this only chooses the form. */
const stepOf = (asked: string | null): ProviderStep => steps.find((step) => step === asked) ?? 'signIn'

/** What the button of a mailed link does, as the link says: the server goes by the secret alone. */
const linkUses = ['email', 'new-address', 'old-address', 'reopen', 'sign-in'] as const
const linkTitles: Readonly<Record<(typeof linkUses)[number], string>> = {
  email: 'Confirm your email',
  'new-address': 'Confirm your new email address',
  'old-address': 'Take your account back',
  reopen: 'Bring your account back',
  'sign-in': 'Sign in',
}

/**
 * `/resetPassword/:token` and `/emailToken/:token`: opening them changes nothing, for mail scanners
 * open links too.
 */
export function loadToken({ mailedLink, site }: PageData, { params, url }: LoadRequest) {
  const asked = url.searchParams.get('for')
  const use = linkUses.find((known) => known === asked) ?? 'email'
  const on = url.searchParams.get('on') ?? ''
  return {
    head: { title: linkTitles[use], robots: 'noindex, nofollow' as const },
    ...{ use, title: linkTitles[use] },
    /** The last day of an account that can still be brought back, as its sign-in said. */
    endsOn: /^\d{4}-\d{2}-\d{2}$/u.test(on) ? on : null,
    token: params['token'] ?? '',
    isSpent: mailedLink === 'spent',
    hasDevInbox: site.hasDevInbox,
  }
}

/**
 * `/banNotice?user=`: why one's account is suspended and until when, as everybody reads it on the
 * profile. Who it is, the sign-in says: a suspended account has no session.
 */
export async function loadBanNotice({ read, viewer, now }: PageData, { url }: LoadRequest) {
  const member = await memberBySlug(read, url.searchParams.get('user') ?? '')
  const ban = member === undefined ? undefined : await banOn(read, member.id, now)
  // It is over: signing in works again.
  if (member !== undefined && ban === undefined) throw elsewhere(links.login())
  const until = ban?.endsAt ?? (viewer.kind === 'visitor' ? viewer.bannedUntil : undefined)
  return {
    head: { title: 'This account is suspended', robots: 'noindex' as const },
    ban: until === undefined ? null : { until, reason: ban?.publicReason ?? '' },
    profile: member === undefined ? null : { name: member.displayName, href: links.user(member.slug) },
  }
}
