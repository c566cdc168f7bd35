import { guestLimits } from '#shared/events/guest-limits.ts'
import { rsvpAnswers, rsvpWords as words } from '#shared/events/rsvp-words.ts'
import { links } from '#shared/links.ts'
import { errorAt, errorsIn } from '../../../blocks/forms/messages.ts'
import { RefusalWords } from '../../../blocks/forms/refusal-words.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useLocation } from '../../../data/navigation.ts'
import { useRefusedForm } from '../../../data/page.ts'

interface GuestFormProps {
  readonly eventId: string
  readonly isOpen: boolean
}

const messages = {
  'guestName:invalid': `Enter a name of 1 to ${guestLimits.name} characters.`,
  'email:invalid': 'This doesn’t look like an email address.',
  'answer:invalid': 'Choose an RSVP.',
}
const fields = new Set(['guestName', 'email', 'answer'])

/** For people without an account. A plain form: it needs nothing but the page. */
export function GuestForm({ eventId, isOpen }: GuestFormProps) {
  const { pathname, search } = useLocation()
  const refused = useRefusedForm('guests.answer')
  // What was typed stays, even where the event has ended meanwhile.
  if (!isOpen && refused === null) return null
  const [values, error] = [refused?.values ?? {}, refused?.error ?? null]
  const inAnswer = errorAt(error, 'answer')
  const others = error === null ? [] : errorsIn(error).filter(({ field }) => !fields.has(field ?? ''))
  return (
    <form className="after-form guest-form" method="post" action={links.form('guests.answer')} aria-labelledby="guest-rsvp">
      <h3 className="section" id="guest-rsvp">
        RSVP without an account
      </h3>
      <p className="hint-line">You confirm your RSVP by a link that we mail you. Only the organizers see your email address.</p>
      <input type="hidden" name="eventId" value={eventId} />
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      <TextField
        {...{
          id: 'guest-name',
          name: 'guestName',
          label: 'Name',
          autoComplete: 'name',
          maxLength: guestLimits.name,
          required: true,
          dir: 'auto',
        }}
        {...{ defaultValue: values['guestName'], error, messages }}
      />
      <TextField
        {...{
          id: 'guest-email',
          name: 'email',
          label: 'Email',
          type: 'email',
          autoComplete: 'email',
          maxLength: guestLimits.email,
          required: true,
        }}
        {...{ defaultValue: values['email'], error, messages }}
      />
      <fieldset className="field" aria-describedby={inAnswer === null ? undefined : 'guest-answer-error'}>
        <legend>Your RSVP</legend>
        {rsvpAnswers.map((answer) => (
          <label key={answer} className="check">
            <input type="radio" name="answer" value={answer} defaultChecked={values['answer'] === answer} required /> {words[answer]}
          </label>
        ))}
        {inAnswer === null ? null : (
          <p className="field-error" id="guest-answer-error">
            {messages['answer:invalid']}
          </p>
        )}
      </fieldset>
      <label className="check">
        <input type="checkbox" name="isPrivate" value="true" defaultChecked={(values['isPrivate'] ?? '') !== ''} /> Only the organizers see
        my name
      </label>
      <p className="acts">
        <button className="btn">Send RSVP</button>
      </p>
      {others.map((each) => (
        <p key={each.field} className="refused-words" role="alert">
          <RefusalWords of={each} />
        </p>
      ))}
    </form>
  )
}
