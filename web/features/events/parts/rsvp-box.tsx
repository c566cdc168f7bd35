import { Fragment } from 'react'
import type { RsvpAnswer } from '#shared/events/schema.ts'
import { links } from '#shared/links.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { useLocation } from '../../../data/navigation.ts'
import type { loadEvent } from '../shown.load.ts'

type Rsvps = NonNullable<NonNullable<Awaited<ReturnType<typeof loadEvent>>>['rsvps']>

const words: Readonly<Record<RsvpAnswer, string>> = { going: 'Going', maybe: 'Maybe', no: 'Can’t go' }

/** Whether the reader comes, and who else does. */
export function RsvpBox({ postId, may, own, answers }: Rsvps & { readonly postId: string }) {
  const { pathname } = useLocation()
  return (
    <section aria-labelledby="rsvps">
      <h2 className="section" id="rsvps">
        Who’s coming
      </h2>
      {may === null ? (
        <MutationForm name="rsvps.set" about={{ postId }}>
          <p className="hint-line">Your name is shown to everyone who can see this event.</p>
          <div className="rsvp-acts" role="group" aria-label="Your answer">
            {answers.map(({ answer }) => (
              <button key={answer} className="btn" name="answer" value={answer} aria-pressed={answer === own}>
                {words[answer]}
              </button>
            ))}
            {own === null ? null : (
              <button className="btn quiet" name="answer" value="none">
                Remove my answer
              </button>
            )}
          </div>
        </MutationForm>
      ) : may === 'sign-in-first' ? (
        <p>
          <a href={links.login({ returnTo: pathname })}>Sign in to RSVP</a>
        </p>
      ) : null}
      {may !== null && own !== null ? (
        <MutationForm name="rsvps.set" about={{ postId }}>
          <p>
            You answered “{words[own]}”.{' '}
            <button className="linkish" name="answer" value="none">
              Remove my answer
            </button>
          </p>
        </MutationForm>
      ) : null}
      {answers.every(({ count }) => count === 0) ? (
        <p className="empty">No answers yet.</p>
      ) : (
        <dl className="facts">
          {answers
            .filter(({ count }) => count > 0)
            .map(({ answer, count, people }) => (
              <Fragment key={answer}>
                <dt>
                  {words[answer]} <span className="nums">({count})</span>
                </dt>
                <dd>
                  {people.map((person, at) => (
                    <Fragment key={person.slug}>
                      {at === 0 ? null : ', '}
                      <PersonLink person={person} />
                    </Fragment>
                  ))}
                  {count > people.length ? ` and ${count - people.length} more` : null}
                </dd>
              </Fragment>
            ))}
        </dl>
      )}
    </section>
  )
}
