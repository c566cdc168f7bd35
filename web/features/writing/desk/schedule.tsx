/** Publishing at a time: choosing it, and what is waiting. Works without a network: the site does it once it has heard of it. */
import type { FormEvent } from 'react'
import { useEffect, useId, useState } from 'react'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { callOffSchedule, moveSchedule, schedulePost } from '#shared/publishing/mutations.ts'
import type { Schedule } from '#shared/publishing/schema.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { revisions } from '#shared/posts/schema.ts'
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

interface ScheduleProps {
  readonly postId: string
  readonly open: OpenDocument
  readonly title: string
  readonly whenKept: () => Promise<unknown>
}

const hourMs = 3_600_000

export function PublishLater({ postId, open, title, whenKept }: ScheduleProps) {
  const id = useId()
  const now = useNow()
  const device = useDevice()
  const waiting = useRow(schedules, postId)
  const { waiting: queue, refused } = useOutbox()
  const [error, setError] = useState<FormError | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const isHere = useIsText(open, waiting, title)
  const about = `post:${postId}:schedule`
  const isOnItsWay = queue.some((item) => item.pending !== null && item.about.some((name) => name.startsWith(about)))
  const turnedDown = refused.find((item) => item.about.some((name) => name.startsWith(about)))

  const guarded = async (work: () => Promise<unknown>) => {
    setError(null)
    try {
      await work()
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    }
  }
  const schedule = async (at: number) => {
    if (device === null) return
    await whenKept()
    const text = await textNow(open)
    await device.commit(schedulePost, {
      ...{ id: postId, at, timeZone: ownZone(), title, ...text },
      ...{ revisionId: freshId(), publicationId: freshId() },
    })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const at = timeOfField(typed ?? '')
    if (at === null || at <= Date.now()) return setError({ code: 'invalid', reason: null, field: 'at', retryAfterMs: null })
    if (title.trim() === '') return setError({ code: 'invalid', reason: null, field: 'title', retryAfterMs: null })
    void guarded(async () => {
      if (waiting === undefined) await schedule(at)
      else await device?.commit(moveSchedule, { id: postId, at, timeZone: ownZone() })
      setTyped(null)
    }).catch(reportError)
  }

  return (
    <div className="publish-later">
      {waiting === undefined ? null : (
        <div className="notice-line warm" role="status">
          {waiting.problem === null ? (
            <p>
              <b>
                {now !== null && waiting.at < now - 60_000 ? 'It is due since ' : 'It will be published on '}
                {timeInZone(waiting.at)}.
              </b>{' '}
              {waiting.timeZone === ownZone() ? '' : `The time was chosen in ${waiting.timeZone}. `}
              {isOnItsWay
                ? 'The site has not heard of that yet; it needs to before then. '
                : 'The site does that by itself, whether you are here or not. '}
              {isHere === false
                ? 'The text has changed since you chose the time: readers would get it as it was then.'
                : 'Readers get the text as it stood when you chose the time.'}
            </p>
          ) : (
            <p>
              <b>It was to be published on {timeInZone(waiting.at)}, and was not.</b> {problemWords(waiting)}
            </p>
          )}
          <p className="write-acts">
            {isHere === false && waiting.problem === null ? (
              <button className="btn" type="button" onClick={() => void guarded(() => schedule(waiting.at)).catch(reportError)}>
                Take the text as it is now
              </button>
            ) : null}
            <button
              className="btn"
              type="button"
              onClick={() => void guarded(async () => device?.commit(callOffSchedule, { id: postId })).catch(reportError)}
            >
              {waiting.problem === null ? 'Call it off' : 'Let it be'}
            </button>
          </p>
        </div>
      )}
      <details className="desk-details">
        <summary>{waiting === undefined ? 'Publish at a time' : 'Another time'}</summary>
        <form className="inline-form" onSubmit={submit} noValidate>
          <Refusal error={error ?? turnedDown?.error ?? null} fieldIds={{ at: id }} />
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
          <button className="btn">{waiting === undefined ? 'Set the time' : 'Change the time'}</button>
        </form>
        <p className="soft meta">Until then it stays a draft, and you can change or call it off. The site’s clock counts.</p>
      </details>
    </div>
  )
}

function nextHour(): number {
  return Math.ceil((Date.now() + 60_000) / hourMs) * hourMs
}

function problemWords({ problem }: Schedule): string {
  if (problem === null) return ''
  // The server's own words for a refusal; an unknown one is said plainly.
  return wordsFor({ ...problem, field: null, retryAfterMs: null } as FormError)
}

/** Whether the text that waits is the one that stands here; `null` where that is not known. */
function useIsText(open: OpenDocument, waiting: Schedule | undefined, title: string): boolean | null {
  const revision = useRow(revisions, waiting?.revisionId ?? '')
  const [isSame, setSame] = useState<boolean | null>(null)
  const body = revision === undefined ? null : JSON.stringify(revision.body)
  useEffect(() => {
    if (body === null) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const text = checkedText(open.doc)
      setSame(text.ok && JSON.stringify(text.doc) === body)
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(look, 600)
    }
    look()
    open.doc.on('update', later)
    return () => {
      clearTimeout(timer)
      open.doc.off('update', later)
    }
  }, [open, body])
  if (revision === undefined || isSame === null) return null
  return isSame && revision.title === title
}
