import { useCallback } from 'react'
import type { Device } from '../../../data/device/device-api.ts'
import { reasonWords } from '../../../blocks/wording.ts'
import { useUnsentWord } from '../../../blocks/use-unsent-word.ts'
import { useFromDevice } from '../../../data/device/use-device.ts'
import { useBodies, usePage } from '../../../data/page.ts'
import { Body } from '../../../ui/body.tsx'
import { exactTime } from '../../../ui/time-words.ts'
import { AnswerForm } from '../parts/answer-form.tsx'
import { Sums } from '../parts/sums.tsx'
import type { PollLoad, ShownPoll } from '../seasonal-events.load.ts'
import '../seasonal-events.css'

/** The poll of the season: answered once, and then its results or thanks. */
export default function PollPage() {
  const { poll } = usePage<PollLoad>()
  if (poll === null)
    return (
      <>
        <h1 className="page-title">Poll</h1>
        <p className="empty">There is no poll now.</p>
      </>
    )
  return <Poll poll={poll} />
}

function Poll({ poll }: { readonly poll: ShownPoll }) {
  const { event, counts, isOver, hasText } = poll
  const bodies = useBodies()
  return (
    <article className="plain-text season-poll">
      <h1 className="title" dir="auto">
        {event.title}
      </h1>
      {hasText ? <Body className="essay" html={bodies[event.id]} name={event.id} version="1" dir="auto" /> : null}
      <Own poll={poll} />
      {counts === null ? null : <Sums sums={event.options.map((option, at) => ({ option, count: counts[at] ?? 0 }))} />}
      {isOver ? null : <p className="meta soft">Answers are taken until {exactTime(event.endAt, 'UTC')}.</p>}
    </article>
  )
}

/** The form, or what became of it. */
function Own({ poll }: { readonly poll: ShownPoll }) {
  const { event, isOver, refusal } = poll
  const ask = useCallback(async (device: Device) => (await import('../give-answer.ts')).ownOnDevice(device, event.id), [event.id])
  const [onDevice] = useFromDevice(ask)
  const unsent = useUnsentWord(`seasonal-answer:${event.id}`)
  const answer = poll.answer ?? onDevice ?? null
  if (answer !== null)
    return (
      <div className="notice" role="status">
        <p>
          {unsent === null
            ? 'Your answer is recorded. It cannot be changed.'
            : 'Your answer is on this device. It counts if it reaches the server before the poll ends, and cannot be changed.'}
        </p>
        <p dir="auto">“{event.options[answer]}”</p>
      </div>
    )
  if (isOver) return <p className="notice">This poll has ended. Thank you to everyone who answered.</p>
  if (refusal !== null) return <p className="notice">{needed(refusal, event)}</p>
  return <AnswerForm event={event} />
}

function needed(refusal: NonNullable<ShownPoll['refusal']>, { minKarma, minAccountDays }: ShownPoll['event']): string {
  if (refusal === 'answering-needs-karma') return `You need ${minKarma} karma to answer this poll.`
  if (refusal === 'answering-needs-older-account') return `Your account must be ${minAccountDays} days old to answer this poll.`
  return reasonWords[refusal]
}
