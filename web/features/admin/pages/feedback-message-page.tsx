import { links } from '#shared/links.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { reportLimits } from '#shared/reports/limits.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadFeedbackMessage } from '../feedback.load.ts'
import { Facts } from '../parts/facts.tsx'
import '../admin-styles.ts'

type MessageData = ReturnType<typeof usePage<typeof loadFeedbackMessage>>

const gone = {
  none: null,
  kept: null,
  deleted: 'The screenshot was deleted.',
  'left-out': 'The screenshot wasn’t stored: too many.',
}

/** One message, its screenshot, and what was answered. */
export default function FeedbackMessagePage() {
  const { message, answers, assignee, canBeAnswered, error } = usePage<typeof loadFeedbackMessage>()
  const { id, name, email, at, state, screenshot } = message
  const now = useNow()
  return (
    <div className="reports">
      <p className="meta">
        <a href={reportLinks.feedback({ state: state === 'done' ? 'done' : undefined })}>Feedback</a>
      </p>
      <h1 className="page-title" dir="auto">
        {name === '' ? 'Feedback' : `From ${name}`}
      </h1>
      <p className="meta soft">
        <Time at={at} now={now} />, {state === 'done' ? 'done' : 'open'}
        {assignee === null ? null : (
          <>
            , assigned to <bdi>{assignee.isViewer ? 'you' : assignee.name}</bdi>
          </>
        )}
      </p>
      <p className="said" dir="auto">
        {message.message}
      </p>
      {screenshot === 'kept' ? (
        <a className="shot" href={reportLinks.feedbackScreenshot(id)}>
          <img src={reportLinks.feedbackScreenshot(id)} alt="Screenshot sent with this message; opens in full size" />
        </a>
      ) : null}
      {gone[screenshot] === null ? null : <p className="soft">{gone[screenshot]}</p>}
      <div className="acts page-acts">
        <ActionForm className="btn" name="reports.settleFeedback" about={{ id, done: state === 'open' ? 'yes' : 'no' }} of="this message">
          {state === 'open' ? 'Mark done' : 'Reopen'}
        </ActionForm>
        <ActionForm name="reports.assignFeedback" about={{ id, mine: assignee?.isViewer === true ? 'no' : 'yes' }} of="this message">
          {assignee?.isViewer === true ? 'Unassign me' : assignee === null ? 'Assign to me' : 'Reassign to me'}
        </ActionForm>
        {screenshot === 'kept' ? (
          <Confirm summary="Delete the screenshot" mutation="reports.deleteScreenshot" fields={{ id }} action="Delete it">
            This can’t be undone. The message stays.
          </Confirm>
        ) : null}
      </div>
      <Facts
        of={[
          [
            'Email',
            canBeAnswered ? (
              <a key="email" href={`mailto:${email}`}>
                {email}
              </a>
            ) : (
              email
            ),
          ],
          [
            'Error',
            error === null ? (
              message.errorEventId === null ? (
                ''
              ) : (
                'not stored'
              )
            ) : (
              <a key="error" href={error}>
                Related error
              </a>
            ),
          ],
          ['Page URL', message.url],
          ['Release', message.release],
          ['Browser', message.browser],
          ...message.tags,
        ]}
      />
      <Answers answers={answers} message={message} canBeAnswered={canBeAnswered} now={now} />
    </div>
  )
}

function Answers({
  answers,
  message,
  canBeAnswered,
  now,
}: Pick<MessageData, 'answers' | 'message' | 'canBeAnswered'> & { readonly now: number | null }) {
  const refused = useRefusedForm('reports.answerFeedback', { id: message.id })
  return (
    <section aria-labelledby="answers-title" className="after-form">
      <h2 className="section" id="answers-title">
        {answers.length === 0 ? 'Answer' : 'Answers'}
      </h2>
      {answers.map(({ at, by, text }) => (
        <blockquote key={at} className="answer">
          <p className="meta soft">
            <bdi>{by}</bdi>, <Time at={at} now={now} />
          </p>
          <p className="said" dir="auto">
            {text}
          </p>
        </blockquote>
      ))}
      {canBeAnswered ? (
        <form method="post" action={links.form('reports.answerFeedback')} className="fields">
          <Refusal error={refused?.error ?? null} fieldIds={{ text: 'answer' }} />
          <input type="hidden" name="id" value={message.id} />
          <input type="hidden" name="n" value={answers.length} />
          <input type="hidden" name="from" value={reportLinks.feedbackMessage(message.id)} />
          <TextField
            id="answer"
            name="text"
            label={answers.length === 0 ? 'Your answer' : 'Another answer'}
            hint={
              <>
                Sent by email to <bdi>{message.email}</bdi>, quoting their message.
              </>
            }
            rows={6}
            dir="auto"
            required
            maxLength={reportLimits.answerCharacters}
            defaultValue={refused?.values['text']}
            error={refused?.error ?? null}
          />
          <p>
            <button className="btn primary">Send email</button>
          </p>
        </form>
      ) : (
        <p className="soft">{message.email === '' ? 'They left no email address.' : 'Their email address isn’t valid.'}</p>
      )}
    </section>
  )
}
