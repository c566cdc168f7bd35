import type { ReactNode } from 'react'
import type { OnboardingStep } from '#shared/accounts/onboarding-schema.ts'
import { onboardingSteps } from '#shared/accounts/onboarding-schema.ts'
import { links } from '#shared/links.ts'
import '../first-steps.css'

export const stepTitles: Readonly<Record<OnboardingStep, string>> = {
  profile: 'Name and picture',
  follow: 'What to follow',
  notify: 'How to be notified',
}

/** In the row of all three, which is to fit a phone. */
const stepWords: Readonly<Record<OnboardingStep, string>> = { profile: 'Profile', follow: 'Follow', notify: 'Notifications' }

interface StepProps {
  readonly step: OnboardingStep
  readonly returnTo: string
}

/** Where one is among them; each can be looked at, which changes nothing. */
export function StepList({ step, returnTo }: StepProps) {
  return (
    <nav aria-label="First steps">
      <p className="meta soft">
        Step {onboardingSteps.indexOf(step) + 1} of {onboardingSteps.length}
      </p>
      <ol className="first-steps">
        {onboardingSteps.map((name) => (
          <li key={name}>
            <a href={links.welcome({ step: name, ...returnOf(returnTo) })} aria-current={name === step ? 'step' : undefined}>
              {stepWords[name]}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** On without saving what the step asks, or away from all of them. */
export function SkipStep({ step, returnTo }: StepProps) {
  const next = onboardingSteps[onboardingSteps.indexOf(step) + 1]
  return (
    <div className="acts after-form">
      {next === undefined ? null : (
        <GoTo step={next} returnTo={returnTo}>
          Skip this step
        </GoTo>
      )}
      <GoTo step="end" returnTo={returnTo}>
        Skip setup
      </GoTo>
    </div>
  )
}

interface GoToProps {
  readonly step: OnboardingStep | 'end'
  readonly returnTo: string
  readonly isPrimary?: boolean
  readonly children: ReactNode
}

/**
 * A plain form with a script too: the whole page comes anew, and with it what is known of who is
 * here.
 */
export function GoTo({ step, returnTo, isPrimary = false, children }: GoToProps) {
  return (
    <form method="post" action={links.form('onboarding.goTo')} className="inline-form">
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <button className={isPrimary ? 'btn primary' : 'btn quiet'}>{children}</button>
    </form>
  )
}

const returnOf = (returnTo: string) => (returnTo === links.front() ? {} : { returnTo })
