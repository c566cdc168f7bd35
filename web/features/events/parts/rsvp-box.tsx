import { Fragment, useCallback, useMemo, useRef } from 'react'
import { rsvpAnswers, rsvpWords as words } from '#shared/events/rsvp-words.ts'
import { links } from '#shared/links.ts'
import type { Given } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { useUnsentWord } from '../../../blocks/use-unsent-word.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useFromDevice } from '../../../data/device/use-device.ts'
import { useLocation, useRefresh } from '../../../data/navigation.ts'
import { useMe } from '../../../data/viewer.ts'
import { answersWithOwn } from '../answers-with-own.ts'
import type { loadEvent } from '../shown.load.ts'

type Rsvps = NonNullable<NonNullable<Awaited<ReturnType<typeof loadEvent>>>['rsvps']>

/** Whether the reader comes, and who else does. */
export function RsvpBox({ postId, may, own: drawn, event, answers: drawnAnswers }: Rsvps & { readonly postId: string }) {
  const { pathname } = useLocation()
  const refresh = useRefresh()
  const me = useMe()
  const unsent = useUnsentWord(`rsvp:${postId}`)
  const seen = useMemo(() => ({ of: event, isSeen: false }), [event])
  const ask = useCallback(
    async (device: Device) => (await import('../rsvp-on-device.ts')).answerOnDevice(device, postId, seen),
    [postId, seen],
  )
  const [here] = useFromDevice(ask)
  const own = here === undefined ? drawn : here === 'none' ? null : here
  const answers = drawnAnswers === null ? null : answersWithOwn(drawnAnswers, { drawn, own, me })
  const wasSent = useRef(false)
  const form = {
    ...{ name: 'rsvps.set', about: { postId } },
    here: async (given: Given): Promise<string | null> => {
      const { answerEvent } = await import('../rsvp-on-device.ts')
      const done = await answerEvent(event, rsvpAnswers.find((answer) => answer === given['answer']) ?? 'none')
      wasSent.current = done.wasSent
      return done.message
    },
    // The device draws by itself what it has done; of what the server did the page is asked.
    onDone: () => (wasSent.current ? refresh() : undefined),
  }
  return (
    <section aria-labelledby="rsvps">
      <h2 className="section" id="rsvps">
        Who’s coming
      </h2>
      {may === null ? (
        <MutationForm {...form}>
          <p className="hint-line">Your name is shown to everyone who can see this event.</p>
          <div className="rsvp-acts" role="group" aria-label="Your answer">
            {rsvpAnswers.map((answer) => (
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
          {unsent === null ? null : <p className="meta soft state-word">Your answer: {unsent}</p>}
        </MutationForm>
      ) : may === 'sign-in-first' ? (
        <p>
          <a href={links.login({ returnTo: pathname })}>Sign in to RSVP</a>
        </p>
      ) : null}
      {may !== null && own !== null ? (
        <MutationForm {...form}>
          <p>
            You answered “{words[own]}”.{' '}
            <button className="linkish" name="answer" value="none">
              Remove my answer
            </button>
          </p>
        </MutationForm>
      ) : null}
      {answers === null ? (
        <p className="empty">Connect to see who else is coming.</p>
      ) : answers.every(({ count }) => count === 0) ? (
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
