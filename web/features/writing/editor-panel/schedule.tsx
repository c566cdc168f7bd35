/**
 * Publishing at a time: choosing it, and what is waiting. Works without a network: the site does it
 * once it has heard of it.
 */
import { useId, useState } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { callOffSchedule, moveSchedule, schedulePost } from '#shared/publishing/mutations.ts'
import type { Schedule } from '#shared/publishing/schema.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { missingToPublish } from '#shared/posts/rules.ts'
import type { Writing } from '#shared/posts/schema.ts'
import { writings } from '#shared/posts/schema.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { wordsFor } from '../../../blocks/wording.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { textNow } from '../../../data/documents/load-version.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useOutbox } from '../../../data/outbox.ts'
import { useNow } from '../../../ui/clock.ts'
import { fieldOfTime, ownZone, timeInZone, timeOfField } from './zone-words.ts'
import { hourMs, minuteMs } from '#shared/kernel/durations.ts'

interface ScheduleProps {
  readonly postId: string
  readonly open: OpenDocument
  readonly writing: Writing
  readonly whenSaved: () => Promise<unknown>
}

/** What was done about the time, and what became of it: for the notice and the form alike. */
function useSchedule(postId: string) {
  const device = useDevice()
  const waiting = useRow(schedules, postId)
  const { waiting: queue, refused } = useOutbox()
  const about = `post:${postId}:schedule`
  const isOnItsWay = queue.some((item) => item.pending !== null && item.about.some((name) => name.startsWith(about)))
  const turnedDown = refused.find((item) => item.about.some((name) => name.startsWith(about)))
  const [error, setError] = useState<FormError | null>(null)
  /** @returns whether it was done. */
  const guarded = async (work: () => Promise<unknown>): Promise<boolean> => {
    setError(null)
    try {
      await work()
      return true
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
      return false
    }
  }
  return { device, waiting, isOnItsWay, error: error ?? turnedDown?.error ?? null, setError, guarded }
}

/** At the head of a text that waits for its time, or has missed it. */
export function ScheduledNotice({ postId }: Pick<ScheduleProps, 'postId'>) {
  const now = useNow()
  const { device, waiting, isOnItsWay, error, guarded } = useSchedule(postId)
  if (waiting === undefined) return null
  return (
    <div className="notice-line warm" role="status">
      {waiting.problem === null ? (
        <p>
          <b>
            {now !== null && waiting.at < now - minuteMs ? 'It was due ' : 'It will be published on '}
            {timeInZone(waiting.at)}.
          </b>{' '}
          {waiting.timeZone === ownZone() ? '' : `The time was chosen in ${waiting.timeZone}. `}
          {isOnItsWay ? 'Not synced yet: go online before then. ' : 'The site publishes it even when you’re offline. '}
          The newest text is published at that time.
        </p>
      ) : (
        <p>
          <b>It was to be published on {timeInZone(waiting.at)}, and was not.</b> {problemWords(waiting)}
        </p>
      )}
      {error === null ? null : <Refusal error={error} />}
      <p className="write-acts">
        <button
          className="btn"
          type="button"
          onClick={() => void guarded(async () => device?.commit(callOffSchedule, { id: postId })).catch(reportError)}
        >
          {waiting.problem === null ? 'Cancel schedule' : 'Dismiss'}
        </button>
      </p>
    </div>
  )
}

export function PublishLater({ postId, open, writing, whenSaved, onDone }: ScheduleProps & { readonly onDone: () => void }) {
  const id = useId()
  const now = useNow()
  const { device, waiting, error, setError, guarded } = useSchedule(postId)
  const [typed, setTyped] = useState<string | null>(null)

  const schedule = async (at: number) => {
    if (device === null) return
    await whenSaved()
    const { body, stateVector } = await textNow(open)
    const missing = missingToPublish((await device.read.get(writings, postId)) ?? writing, body)
    if (missing !== null) throw new AppError('invalid', { field: missing })
    await device.commit(schedulePost, { id: postId, at, timeZone: ownZone(), publicationId: freshId(), stateVector })
  }
  const submit = async () => {
    const at = timeOfField(typed ?? '')
    if (at === null || at <= Date.now()) return setError({ code: 'invalid', reason: null, field: 'at', retryAfterMs: null })
    const isDone = await guarded(async () => {
      if (waiting === undefined) await schedule(at)
      else await device?.commit(moveSchedule, { id: postId, at, timeZone: ownZone() })
    })
    if (!isDone) return
    setTyped(null)
    onDone()
  }

  return (
    <details className="editor-details publish-later">
      <summary>{waiting === undefined ? 'Schedule' : 'Reschedule'}</summary>
      <form
        className="inline-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit().catch(reportError)
        }}
      >
        <Refusal error={error} fieldIds={{ at: id, title: 'title', body: 'writing-text', linkUrl: 'link-field' }} />
        <label htmlFor={id}>Date and time, in {ownZone()}</label>
        <input
          className="input"
          id={id}
          type="datetime-local"
          value={typed ?? (waiting === undefined ? '' : fieldOfTime(waiting.at))}
          min={now === null ? undefined : fieldOfTime(now)}
          onFocus={() => setTyped((before) => before ?? fieldOfTime(waiting?.at ?? nextHour()))}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button className="btn">{waiting === undefined ? 'Schedule post' : 'Save new time'}</button>
      </form>
      <p className="soft meta">
        It stays a draft until then; you can edit, reschedule or cancel. The newest text is published, by the site’s clock.
      </p>
    </details>
  )
}

function nextHour(): number {
  return Math.ceil((Date.now() + minuteMs) / hourMs) * hourMs
}

function problemWords({ problem }: Schedule): string {
  if (problem === null) return ''
  // The server's own words for a refusal; an unknown one is said plainly.
  return wordsFor({ field: null, ...problem, retryAfterMs: null } as FormError)
}
