import { Fragment } from 'react'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { Place } from '../../../blocks/places/place.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { shortDate } from '../../../ui/time-words.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { menuOf } from '../../../data/menu.ts'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { AccountTab, loadAccount } from '../account.load.ts'
import { ApiKeys } from '../parts/api-keys.tsx'
import { CalendarAddress } from '../parts/calendar-address.tsx'
import { CloseAccount } from '../parts/close-account.tsx'
import { EmailForm } from '../parts/email-form.tsx'
import { PasskeyList } from '../parts/passkey-list.tsx'
import { PasswordForm } from '../parts/password-form.tsx'
import { ProfileForm } from '../parts/profile-form.tsx'
import { ResendVerification } from '../parts/resend-verification.tsx'
import { TwoStep } from '../parts/two-step.tsx'
import { SessionList } from '../parts/session-list.tsx'

export type AccountData = ReturnType<typeof usePage<typeof loadAccount>>

const tabWords: Readonly<Record<AccountTab, string>> = {
  account: 'Account',
  profile: 'Profile',
  sessions: 'Sessions',
  security: 'Security',
  keys: 'API keys',
  calendar: 'Calendar',
  place: 'Place',
}
const tabOrder = ['account', 'profile', 'sessions', 'security', 'keys', 'calendar', 'place'] as const

export default function AccountPage() {
  const page = usePage<typeof loadAccount>()
  const { tab, own, notice } = page
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">Your account</h1>
      <p className="meta soft">
        <a href={links.user(own.slug)}>{own.displayName}</a>, {own.karma} karma
      </p>
      <Tabs
        label="Account"
        tabs={tabOrder.map((name) => ({
          href: links.account(name === 'account' ? undefined : name),
          word: tabWords[name],
          isCurrent: name === tab,
        }))}
      />
      {notice === null ? null : <Notice>{notice}</Notice>}
      <Measures page={page} />
      {tab === 'account' ? <Account page={page} /> : null}
      {tab === 'profile' ? <ProfileForm own={own} nameOpensAt={page.nameOpensAt} /> : null}
      {tab === 'keys' ? <ApiKeys keys={own.keys ?? []} ends={page.keyEnds} /> : null}
      {tab === 'calendar' ? <CalendarAddress madeAt={own.calendarAt ?? null} /> : null}
      {tab === 'security' && own.passkeys !== undefined ? <PasskeyList passkeys={own.passkeys} /> : null}
      <Place on="account-place" given={{}} />
      {tab === 'security' && own.secondFactor !== undefined ? <TwoStep factor={own.secondFactor} /> : null}
      {tab === 'sessions' ? <SessionList sessions={own.sessions} /> : null}
    </div>
  )
}

function Account({ page: { own } }: { readonly page: AccountData }) {
  const viewer = useViewer()
  return (
    <>
      <dl className="facts">
        <dt>Username</dt>
        <dd>{own.userName}</dd>
        <dt>Email</dt>
        <dd>
          {own.email}, {own.emailVerifiedAt === null ? <span className="warm">not confirmed yet</span> : 'confirmed'}
        </dd>
      </dl>
      {own.emailVerifiedAt === null ? <ResendVerification /> : null}
      <section className="after-form" aria-labelledby="email-title">
        <h2 className="section" id="email-title">
          Email
        </h2>
        <EmailForm waiting={own.newEmail ?? null} />
      </section>
      <section className="after-form" aria-labelledby="password-title">
        <h2 className="section" id="password-title">
          Password
        </h2>
        <PasswordForm userName={own.userName} />
      </section>
      {isAdmin(viewer) ? (
        <p className="after-form">
          <a href={reportLinks.admin()}>Administration</a>: errors and feedback
        </p>
      ) : null}
      <p className="after-form">
        {menuOf('preferences', { viewer }).map(({ href, word }, at) => (
          <Fragment key={href}>
            {at === 0 ? null : ' · '}
            <a href={href}>{word}</a>
          </Fragment>
        ))}
      </p>
      <p className="after-form">
        <a href={links.logout()}>Sign out of this browser</a>
      </p>
      <CloseAccount userName={own.userName} />
    </>
  )
}

/** What moderators have taken from this member: what, why, until when, and how to answer. */
function Measures({ page: { taken, limits } }: { readonly page: AccountData }) {
  if (taken.length === 0 && limits.length === 0) return null
  return (
    <section className="notice-line warm" aria-label="Limits on your account">
      {taken.length === 0 ? null : <p>A moderator has turned off: {taken.join(', ')}. This stays until a moderator turns it on again.</p>}
      {limits.map(({ id, words, endsAt, reason }) => (
        <p key={id} dir="auto">
          {words} until {shortDate(endsAt)}. Reason: {reason}
        </p>
      ))}
      <p>Reading stays possible. To answer, use Feedback.</p>
    </section>
  )
}
