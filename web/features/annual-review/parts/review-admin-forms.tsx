import type { Phase, StartedPhase } from '#shared/annual-review/phases.ts'
import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { longDate } from '../../../ui/time-words.ts'
import { Time } from '../../../ui/time.tsx'
import '../annual-review.css'
import { phaseNames } from './phase-names.ts'

interface OfYear {
  readonly year: number
}

interface PhaseFormProps extends OfYear {
  readonly phase: { readonly now: Phase; readonly set: Phase | null; readonly byDates: Phase; readonly all: readonly Phase[] }
}

export function PhaseForm({ year, phase: { now, set, byDates, all } }: PhaseFormProps) {
  return (
    <>
      <h2 className="section">Phase</h2>
      <p className="soft">
        The phase is <strong>{phaseNames[now]}</strong>, {set === null ? 'by the dates below' : 'set here, whatever the dates say'}.
      </p>
      <MutationForm name="reviewPlans.setPhase" about={{ year: String(year) }} className="compose series-form">
        <div className="field">
          <label htmlFor="phase">Phase of the review</label>
          <select className="input" id="phase" name="phase" defaultValue={set ?? ''}>
            <option value="">By the dates ({phaseNames[byDates]})</option>
            {all.map((one) => (
              <option key={one} value={one}>
                {phaseNames[one]}
              </option>
            ))}
          </select>
        </div>
        <div className="compose-acts">
          <button className="btn">Set the phase</button>
        </div>
      </MutationForm>
    </>
  )
}

interface DatesFormProps extends OfYear {
  readonly dates: readonly { readonly phase: StartedPhase; readonly day: string; readonly usual: string; readonly typed: string }[]
}

export function DatesForm({ year, dates }: DatesFormProps) {
  const refused = useRefusedForm('reviewPlans.setDates', { year: String(year) })
  const messages = Object.fromEntries(dates.map(({ phase }) => [`${phase}:invalid`, 'Enter a date after the phase before it begins.']))
  return (
    <>
      <h2 className="section">Dates</h2>
      <ol className="review-timeline">
        {dates.map(({ phase, day }) => (
          <li key={phase}>
            <strong>{phaseNames[phase]}</strong> <span className="soft">from {longDate(Date.parse(day))}</span>
          </li>
        ))}
      </ol>
      <details className="series-fold" open={refused !== null}>
        <summary>Change the dates</summary>
        <MutationForm
          name="reviewPlans.setDates"
          about={{ year: String(year) }}
          messages={messages}
          className="compose series-form review-dates"
        >
          <p className="soft">Each phase begins at midnight where the site is (UTC−8). An empty field is the usual date.</p>
          {dates.map(({ phase, usual, typed }) => (
            <TextField
              key={phase}
              {...{
                id: `date-${phase}`,
                name: phase,
                type: 'date',
                label: `${phaseNames[phase]} from`,
                hint: `Usually ${longDate(Date.parse(usual))}`,
              }}
              defaultValue={refused?.values[phase] ?? typed}
              error={refused?.error ?? null}
              messages={messages}
            />
          ))}
          <div className="compose-acts">
            <button className="btn">Save the dates</button>
          </div>
        </MutationForm>
      </details>
    </>
  )
}

interface ResultsFormsProps extends OfYear {
  readonly results: {
    readonly count: { readonly at: number; readonly posts: number; readonly voters: number } | null
    /** A count has been asked for and is not done. */
    readonly isAsked: boolean
    readonly hasEnded: boolean
    readonly isPublic: boolean
    readonly publishedAt: number | null
  }
}

export function ResultsForms({ year, results: { count, isAsked, hasEnded, isPublic } }: ResultsFormsProps) {
  const now = useNow()
  const about = { year: String(year) }
  return (
    <>
      <h2 className="section">Results</h2>
      <p className="soft">
        {count === null ? (
          'The votes haven’t been counted.'
        ) : (
          <>
            {counted(count.voters, 'member')} voted on {counted(count.posts, 'post')}, counted <Time at={count.at} now={now} />.
          </>
        )}{' '}
        {hasEnded ? null : 'Votes are counted when voting has ended.'}
        {hasEnded && isAsked ? 'A new count begins within a minute.' : null}
      </p>
      {hasEnded ? (
        <>
          <p className="soft">
            {isPublic ? (
              <>
                The results are public: <a href={links.reviews(year, { tab: 'results' })}>{`results of ${year}`}</a>.
              </>
            ) : (
              'The results become public when the review is complete, or when you publish them.'
            )}
          </p>
          <div className="acts">
            <MutationForm name="reviewPlans.askCount" about={about}>
              <button className="btn">Count again</button>
            </MutationForm>
            {isPublic || count === null || isAsked ? null : (
              <MutationForm name="reviewPlans.publish" about={about}>
                <button className="btn primary">Publish the results</button>
              </MutationForm>
            )}
          </div>
        </>
      ) : null}
    </>
  )
}

const notOfYear = { 'post:invalid': 'Enter the address of a post that was published in that year.' }

export function ExcludeForm({ year }: OfYear) {
  const refused = useRefusedForm('reviewPlans.setExclusion', { year: String(year) })
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>Exclude a post</summary>
      <MutationForm
        name="reviewPlans.setExclusion"
        about={{ year: String(year), isOn: 'true' }}
        messages={notOfYear}
        className="compose series-form"
      >
        <TextField
          {...{
            id: 'excluded-post',
            name: 'post',
            label: 'Post',
            hint: `Address of a post of ${year}. It gets no more votes, and those it has don’t count.`,
          }}
          defaultValue={refused?.values['post'] ?? ''}
          required
          maxLength={500}
          error={refused?.error ?? null}
          messages={notOfYear}
        />
        <div className="compose-acts">
          <button className="btn">Exclude the post</button>
        </div>
      </MutationForm>
    </details>
  )
}
