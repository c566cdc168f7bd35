import type { StepView } from '../paths.ts'

/** Above a page that is read on the way to another: how far one has come, and the way on. */
export function PathBar({ step }: { readonly step: StepView | undefined }) {
  if (step === undefined) return null
  return (
    <nav className="series-bar meta" aria-label="Reading path">
      <Arrow to={step.previous} word="Previous" sign="←" />
      <span>
        <span className="nums">
          Step {step.at} of {step.of}
        </span>{' '}
        on the way to{' '}
        {step.isLast ? (
          <span dir="auto">{step.target.name}</span>
        ) : (
          <a href={step.target.href} dir="auto">
            {step.target.name}
          </a>
        )}
      </span>
      <Arrow to={step.next} word="Next" sign="→" />
    </nav>
  )
}

interface ArrowProps {
  readonly to: StepView['next']
  readonly word: string
  readonly sign: string
}

function Arrow({ to, word, sign }: ArrowProps) {
  if (to === null) return <span className="series-arrow" aria-hidden="true" />
  return (
    <a className="series-arrow" href={to.href} aria-label={`${word}: ${to.name}`} title={to.name}>
      {sign}
    </a>
  )
}
