import { useRef } from 'react'
import type { Given } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { useRefresh } from '../../../data/navigation.ts'
import type { ShownPoll } from '../seasonal-events.load.ts'

const messages = { 'option:invalid': 'Choose an answer.' }

/** One answer, for good; also without a network. */
export function AnswerForm({ event }: { readonly event: ShownPoll['event'] }) {
  const refresh = useRefresh()
  const wasSent = useRef(false)
  const here = async (given: Given): Promise<string | null> => {
    const { giveAnswer } = await import('../give-answer.ts')
    if (given['option'] === undefined) return messages['option:invalid']
    const done = await giveAnswer(event, Number(given['option']))
    wasSent.current = done.wasSent
    return done.message
  }
  return (
    <MutationForm
      name="seasonalAnswers.give"
      about={{ eventId: event.id }}
      here={here}
      // The device draws by itself what it has done; of what the server did the page is asked.
      onDone={() => (wasSent.current ? refresh() : undefined)}
      messages={messages}
      className="compose"
    >
      <fieldset>
        <legend>Your answer</legend>
        {event.options.map((option, at) => (
          <label key={option} className="check">
            <input type="radio" name="option" value={at} required />
            <bdi>{option}</bdi>
          </label>
        ))}
      </fieldset>
      <p className="meta soft">
        You can answer only once. No page shows who answered what. Answers made offline count if they reach the server before the poll ends.
      </p>
      <button className="btn">Send answer</button>
    </MutationForm>
  )
}
