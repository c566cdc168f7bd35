import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { usePage } from '../../../data/page.ts'
import { FirstFollows } from '../parts/first-follows.tsx'
import { FirstNotices } from '../parts/first-notices.tsx'
import { FirstProfile } from '../parts/first-profile.tsx'
import { stepTitles } from '../parts/first-steps.tsx'
import { SignUpForm } from '../parts/sign-up-form.tsx'
import { Welcome } from '../parts/welcome.tsx'
import type { loadOnboardingPreview } from '../onboarding.load.ts'

/** What a new member goes through, shown to administrators: nothing in it can be pressed. */
export default function OnboardingPreviewPage() {
  const { email, hasDevInbox, profile, suggestions, notices } = usePage<typeof loadOnboardingPreview>()
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">First steps of a new member</h1>
      <p className="stand">
        A preview: nothing here is saved or sent. <a href={reportLinks.admin()}>Back to Administration</a>
      </p>
      <Step title="1. Sign up">
        <SignUpForm returnTo={links.front()} wanted={null} hasDevInbox={hasDevInbox} />
      </Step>
      <Step title={`2. Welcome: ${stepTitles.profile}`}>
        <Welcome email={email} hasDevInbox={hasDevInbox} />
        <FirstProfile profile={profile} returnTo={links.front()} />
      </Step>
      <Step title={`3. ${stepTitles.follow}`}>
        <FirstFollows suggestions={suggestions} />
      </Step>
      <Step title={`4. ${stepTitles.notify}`}>
        <FirstNotices notices={notices} returnTo={links.front()} />
      </Step>
      <Step title="5. Confirm your email">
        <p>
          The link in the email opens a page with one button, which confirms the address. After that, the welcome page no longer asks for
          it.
        </p>
      </Step>
    </div>
  )
}

/** Disabled without a script too; `inert` keeps links from being followed. */
function Step({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="after-form" aria-label={title}>
      <h2 className="section">{title}</h2>
      <fieldset disabled inert>
        <div className="narrow">{children}</div>
      </fieldset>
    </section>
  )
}
