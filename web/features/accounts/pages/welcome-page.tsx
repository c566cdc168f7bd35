import { links } from '#shared/links.ts'
import { usePage } from '../../../data/page.ts'
import { FirstFollows } from '../parts/first-follows.tsx'
import { FirstNotices } from '../parts/first-notices.tsx'
import { FirstProfile } from '../parts/first-profile.tsx'
import { GoTo, SkipStep, StepList, stepTitles } from '../parts/first-steps.tsx'
import { Welcome } from '../parts/welcome.tsx'
import type { loadWelcome } from '../onboarding.load.ts'

/** Right after signing up: three short steps, each of which can be left out. */
export default function WelcomePage() {
  const { name, email, hasDevInbox, returnTo, step, profile, suggestions, notices } = usePage<typeof loadWelcome>()
  const isDone = step === 'done'
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">
        Welcome, <bdi>{name}</bdi>
      </h1>
      {isDone || step === 'profile' ? <Welcome {...{ email, hasDevInbox }} /> : null}
      {isDone ? (
        <>
          <p>
            You’re set up. <a href={links.welcome({ step: 'profile' })}>Go through the steps again</a>, or change anything in{' '}
            <a href={links.account()}>your account</a>.
          </p>
          <p>
            <a className="btn primary" href={returnTo}>
              {returnTo === links.front() ? 'Start reading' : 'Continue'}
            </a>
          </p>
        </>
      ) : (
        <>
          <StepList step={step} returnTo={returnTo} />
          <h2 className="section">{stepTitles[step]}</h2>
          {profile === null ? null : <FirstProfile profile={profile} returnTo={returnTo} />}
          {step === 'follow' ? (
            <>
              <FirstFollows suggestions={suggestions} />
              <GoTo isPrimary step="notify" returnTo={returnTo}>
                Continue
              </GoTo>
            </>
          ) : null}
          {notices === null ? null : <FirstNotices notices={notices} returnTo={returnTo} />}
          <SkipStep step={step} returnTo={returnTo} />
        </>
      )}
    </div>
  )
}
