import { Fragment } from 'react'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { Place } from '../../../blocks/places/place.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SheetHere } from '../../../ui/body.tsx'
import { shortDate } from '../../../ui/time-words.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { menuOf } from '../../../data/menu.ts'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { AccountTab, ContentTab, loadAccount } from '../account.load.ts'
import { ApiKeys } from '../parts/api-keys.tsx'
import { CalendarAddress } from '../parts/calendar-address.tsx'
import { CloseAccount } from '../parts/close-account.tsx'
import { EmailForm } from '../parts/email-form.tsx'
import { LinkedAccounts } from '../parts/linked-accounts.tsx'
import { PasskeyList } from '../parts/passkey-list.tsx'
import { PasswordForm } from '../parts/password-form.tsx'
import { PictureForm } from '../parts/picture-form.tsx'
import { PinnedOrder } from '../parts/pinned-order.tsx'
import { ProfileForm } from '../parts/profile-form.tsx'
import { ResendVerification } from '../parts/resend-verification.tsx'
import { TwoStep } from '../parts/two-step.tsx'
import { SessionList } from '../parts/session-list.tsx'
import { UserSequences } from '../parts/user-sequences.tsx'
import { UserWriting } from '../parts/user-writing.tsx'
import '../../../blocks/forms/highlight.css'
import '../account.css'

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
const contentWords: Readonly<Record<ContentTab, readonly [word: string, empty: string]>> = {
  posts: ['Posts', 'No posts yet.'],
  comments: ['Comments', 'No comments yet.'],
  sequences: ['Sequences', 'No sequences yet.'],
  wikiEdits: ['Wiki edits', 'No wiki edits yet.'],
}
const contentOrder = ['posts', 'comments', 'sequences', 'wikiEdits'] as const
const tabOrder = ['account', 'profile', 'sessions', 'security', 'keys', 'calendar', 'place'] as const

export default function AccountPage() {
  const page = usePage<typeof loadAccount>()
  const { tab, own, notice, content, hasFirstSteps } = page
  return (
    <div className={content === null ? 'narrow account-forms' : 'account-content'}>
      <h1 className="page-title">Your account</h1>
      <p className="meta soft">
        <a href={links.user(own.slug)}>{own.displayName}</a>, {own.karma} karma
      </p>
      {hasFirstSteps ? (
        <p className="meta soft">
          <a href={links.welcome()}>Finish setting up your account</a>
        </p>
      ) : null}
      <Tabs
        label="Your content"
        tabs={contentOrder.map((name) => ({ href: links.account(name), word: contentWords[name][0], isCurrent: name === tab }))}
      />
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
      {content === null ? null : <Content tab={tab} content={content} name={own.displayName} />}
      {tab === 'account' ? <Account page={page} /> : null}
      {tab === 'profile' ? <ProfileForm own={own} nameOpensAt={page.nameOpensAt} /> : null}
      {tab === 'profile' ? <PinnedOrder posts={page.pinned} /> : null}
      {tab === 'profile' ? <PictureForm memberId={own.userId} picture={page.picture} canSet={page.canSetPicture} /> : null}
      {tab === 'keys' ? <ApiKeys keys={own.keys ?? []} ends={page.keyEnds} /> : null}
      {tab === 'calendar' ? <CalendarAddress madeAt={own.calendarAt ?? null} /> : null}
      {tab === 'security' && own.passkeys !== undefined ? <PasskeyList passkeys={own.passkeys} /> : null}
      <Place on="account-place" given={{}} />
      {tab === 'security' && own.linked !== undefined ? <LinkedAccounts linked={own.linked} /> : null}
      {tab === 'security' && own.secondFactor !== undefined ? <TwoStep factor={own.secondFactor} /> : null}
      {tab === 'sessions' ? <SessionList sessions={own.sessions} /> : null}
    </div>
  )
}

interface ContentProps {
  readonly tab: AccountData['tab']
  readonly content: NonNullable<AccountData['content']>
  readonly name: string
}

/** What one wrote, of one kind. */
function Content({ tab, content, name }: ContentProps) {
  const empty = contentOrder.find((known) => known === tab) ?? 'posts'
  return (
    <>
      {tab === 'posts' ? (
        <p className="meta soft">
          Drafts are under <a href={links.drafts()}>your drafts</a>.
        </p>
      ) : null}
      {content.name === 'sequences' ? (
        <UserSequences tab={content} name={name} empty={contentWords[empty][1]} />
      ) : (
        <UserWriting tab={content} name={name} empty={contentWords[empty][1]} />
      )}
      <SheetHere name="foot" />
      <SheetHere name="discussion" />
    </>
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
