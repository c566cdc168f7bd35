import { Suspense, lazy, useEffect } from 'react'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { links } from '#shared/links.ts'
import { usePage, usePendingAction } from '../../../data/page.ts'
import { owesSignOut } from '../../../data/sign-out-news.ts'
import { useSite } from '../../../data/site.ts'
import { ResetForm } from '../parts/reset-form.tsx'
import { SignInForm } from '../parts/sign-in-form.tsx'
import { SignInWays } from '../parts/sign-in-ways.tsx'
import { SignUpForm } from '../parts/sign-up-form.tsx'
import { PendingAction } from '../parts/pending-action.tsx'
import { ProviderStepForm } from '../parts/provider-sign-in.tsx'
import { signInReason } from '../sign-in-reason.ts'
import type { loadLogin } from '../sign-in.load.ts'

/**
 * Signing in, signing up, and a forgotten password. Stands at its own address, and in the place of
 * what needs a sign-in.
 */
export default function LoginPage() {
  const { title, mode, step, returnTo, notice, bannedUntil } = usePage<typeof loadLogin>()
  const wanted = usePendingAction()
  const site = useSite()
  useEffect(finishPendingNow, [])
  const reason = wanted === null && (mode === 'signIn' || mode === 'signUp') ? signInReason(returnTo, mode) : null
  const goes = returnTo === '/' ? undefined : returnTo
  const tabs = [
    { href: links.login({ returnTo: goes }), word: 'Sign in', isCurrent: mode === 'signIn' },
    { href: links.login({ returnTo: goes, mode: 'signUp' }), word: 'Sign up', isCurrent: mode === 'signUp' },
  ]
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">{title}</h1>
      {reason === null ? null : <p className="soft">{reason}</p>}
      {notice === null ? null : <Notice>{notice}</Notice>}
      {bannedUntil === null ? null : (
        <Notice kind="warm">
          This account is suspended until {new Date(bannedUntil).toISOString().slice(0, 10)}. You can still read everything.
        </Notice>
      )}
      {wanted === null ? null : <PendingAction mutation={wanted.mutation} values={wanted.values} />}
      {wanted === null && mode !== 'provider' ? <Tabs label="Account" tabs={tabs} /> : null}
      {mode === 'reset' ? <ResetForm hasDevInbox={site.hasDevInbox} /> : null}
      {mode === 'signIn' ? <SignInWays returnTo={returnTo} wanted={wanted} /> : null}
      {mode === 'provider' ? <ProviderStepForm step={step} /> : null}
      {mode === 'signUp' ? <SignUpForm returnTo={returnTo} wanted={wanted} hasDevInbox={site.hasDevInbox} /> : null}
      {wanted === null ? null : mode === 'signIn' ? (
        <details className="other-way">
          <summary>New here? Sign up</summary>
          <SignUpForm returnTo={returnTo} wanted={wanted} hasDevInbox={site.hasDevInbox} />
        </details>
      ) : (
        <details className="other-way">
          <summary>Already have an account? Sign in</summary>
          <SignInForm returnTo={returnTo} wanted={wanted} />
        </details>
      )}
      {returnTo.startsWith(links.bookmarks()) ? (
        <Suspense>
          <SavedOnDevice />
        </Suspense>
      ) : null}
    </div>
  )
}

// For visitors who look for what they saved: few enough that its part of the app comes on its own.
const SavedOnDevice = lazy(async () => {
  try {
    return { default: (await import('../../../blocks/saved-on-device/saved-on-device.tsx')).SavedOnDevice }
  } catch {
    return { default: () => null }
  }
})

/**
 * Whoever signed out without a connection is signed out for good before anybody signs in: now, or
 * as soon as there is one.
 */
function finishPendingNow(): () => void {
  const pay = () => void import('../../../data/forget.ts').then(({ finishPendingSignOut }) => finishPendingSignOut())
  if (owesSignOut()) pay()
  const whenBack = () => {
    if (owesSignOut()) pay()
  }
  addEventListener('online', whenBack)
  return () => removeEventListener('online', whenBack)
}
