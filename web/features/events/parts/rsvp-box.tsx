import type { ChangeEvent } from 'react'
import { Fragment, useCallback, useEffect, useMemo, useRef } from 'react'
import { rsvpAnswers, rsvpWords as words } from '#shared/events/rsvp-words.ts'
import type { RsvpStatus } from '#shared/events/schema.ts'
import { links } from '#shared/links.ts'
import type { Given } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { useIsQueued, useUnsentWord } from '../../../blocks/use-unsent-word.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useFromDevice } from '../../../data/device/use-device.ts'
import { useLocation, useRefresh } from '../../../data/navigation.ts'
import { useMe } from '../../../data/viewer.ts'
import { answersWithOwn } from '../answers-with-own.ts'
import { GuestForm } from './guest-form.tsx'
import type { loadEvent } from '../shown.load.ts'

type Rsvps = NonNullable<NonNullable<Awaited<ReturnType<typeof loadEvent>>>['rsvps']>

/** What a reader hears of a limit before they answer; nothing where there is none. */
function limitWords(capacity: number | null, answers: Rsvps['answers'], hasAsked: boolean): string | null {
  if (capacity === null) return null
  const places = capacity === 1 ? '1 place' : `${capacity} places`
  if (answers === null) return `Limited to ${places}. Once all are taken, there is a waiting list.`
  const countOf = (status: RsvpStatus): number => answers.find(({ answer }) => answer === status)?.count ?? 0
  const [going, waiting] = [countOf('going'), countOf('waiting')]
  if (going < capacity && waiting === 0) return `${going} of ${places} taken.`
  const taken = capacity === 1 ? 'The only place is taken.' : `All ${places} are taken.`
  return hasAsked ? taken : `${taken} People who RSVP “Going” now go on the waiting list.`
}

const waits = (place: number | null): string => `You’re on the waiting list${place === null ? '' : ` (place ${place})`}.`

/** Whether the reader comes, and who else does. */
export function RsvpBox({
  postId,
  may,
  forGuests,
  own: drawn,
  isPrivate: drawnPrivate,
  place,
  event,
  answers: drawnAnswers,
}: Rsvps & { readonly postId: string }) {
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
  const askPrivate = useCallback(
    async (device: Device) => (await import('../rsvp-on-device.ts')).isPrivateOnDevice(device, postId),
    [postId],
  )
  const [privateHere] = useFromDevice(askPrivate)
  const isPrivate = privateHere ?? drawnPrivate
  const own = here === undefined ? drawn : here === 'none' ? null : here
  const capacity = event.capacity ?? null
  const isQueued = useIsQueued(`rsvp:${postId}`)
  // A device does not know who else comes: whether there is a place the server says.
  const isUndecided = capacity !== null && isQueued && own === 'going' && drawn !== 'going'
  const wasQueued = useRef(false)
  useEffect(() => {
    if (wasQueued.current && !isQueued && capacity !== null) refresh()
    wasQueued.current = isQueued
  }, [isQueued, capacity, refresh])
  const answers = drawnAnswers === null ? null : answersWithOwn(drawnAnswers, { drawn, own: isUndecided ? drawn : own, isPrivate, me })
  const limit = limitWords(capacity, drawnAnswers, pressed(own) === 'going')
  const wasSent = useRef(false)
  const form = {
    ...{ name: 'rsvps.set', about: { postId } },
    here: async (given: Given): Promise<string | null> => {
      const { answerEvent } = await import('../rsvp-on-device.ts')
      const done = await answerEvent(
        event,
        rsvpAnswers.find((answer) => answer === given['answer']) ?? 'none',
        given['isPrivate'] !== undefined,
      )
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
          <p className="hint-line">
            {isPrivate && own !== null
              ? 'Your name is shown to the organizers only.'
              : 'Your name is shown to everyone who can see this event.'}
          </p>
          {limit === null ? null : <p className="hint-line">{limit}</p>}
          <div className="rsvp-acts" role="group" aria-label="Your RSVP">
            {rsvpAnswers.map((answer) => (
              <button key={answer} className="btn" name="answer" value={answer} aria-pressed={answer === pressed(own)}>
                {words[answer]}
              </button>
            ))}
            {own === null ? null : (
              <button className="btn quiet" name="answer" value="none">
                Remove my RSVP
              </button>
            )}
          </div>
          <label className="check">
            <input key={String(isPrivate)} type="checkbox" name="isPrivate" defaultChecked={isPrivate} onChange={sendAgain} /> Only the
            organizers see my name
          </label>
          {unsent === null ? null : <p className="meta soft state-word">Your RSVP: {unsent}</p>}
          {isUndecided ? <p className="notice-line">Whether you have a place is decided when your RSVP arrives.</p> : null}
          {own === 'waiting' ? (
            <p className="notice-line" role="status">
              {waits(drawn === 'waiting' ? place : null)} You move up as places become free, and are notified when you have one.
            </p>
          ) : null}
        </MutationForm>
      ) : may === 'sign-in-first' ? (
        forGuests ? (
          <p>
            Have an account? <a href={links.login({ returnTo: pathname })}>Sign in to RSVP</a>
          </p>
        ) : null
      ) : null}
      {may !== null && own !== null ? (
        <MutationForm {...form}>
          <p>
            {own === 'waiting' ? waits(drawn === 'waiting' ? place : null) : `Your RSVP is “${words[own]}”.`}{' '}
            <button className="linkish" name="answer" value="none">
              Remove my RSVP
            </button>
          </p>
        </MutationForm>
      ) : null}
      {answers === null ? (
        <p className="empty">Connect to see who else is coming.</p>
      ) : answers.every(({ count }) => count === 0) ? (
        <p className="empty">No RSVPs yet.</p>
      ) : (
        <dl className="facts">
          {answers
            .filter(({ count }) => count > 0)
            .map(({ answer, count, people }) => (
              <Fragment key={answer}>
                <dt>
                  {words[answer]} <span className="nums">({count})</span>
                </dt>
                <dd className={people.some(({ note }) => note !== undefined) ? 'names' : undefined}>
                  {people.map((person, at) => (
                    <Fragment key={person.slug === '' ? at : person.slug}>
                      {at === 0 ? null : ', '}
                      {person.slug === '' ? <bdi>{person.name}</bdi> : <PersonLink person={person} />}
                      {person.note === undefined ? null : <span className="soft"> ({person.note})</span>}
                    </Fragment>
                  ))}
                  {count > people.length ? ` and ${count - people.length} more` : null}
                </dd>
              </Fragment>
            ))}
        </dl>
      )}
      {may === 'sign-in-first' ? <GuestForm eventId={postId} isOpen={forGuests} /> : null}
    </section>
  )
}

/** Of who has answered already, what the box says is sent with the same answer. */
function sendAgain({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>): void {
  const pressedNow = form?.querySelector<HTMLButtonElement>('button[aria-pressed=true]')
  if (pressedNow) form?.requestSubmit(pressedNow)
}

/** Who waits has answered that they come. */
const pressed = (status: RsvpStatus | null): RsvpStatus | null => (status === 'waiting' ? 'going' : status)
