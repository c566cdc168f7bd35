import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { writingOfPost } from '#shared/posts/queries.ts'
import type { Writing } from '#shared/posts/schema.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { RefusalWords } from '../../../blocks/forms/refusal-words.tsx'
import { conflictingPostId, detailConflict } from '../../../blocks/posts/detail-conflict.ts'
import type { OutboxItem } from '../../../data/outbox.ts'
import { Time } from '../../../ui/time.tsx'
import type { MutationWords } from '../describe-mutation.ts'
import { keepAsDraft, mendAndRetry, theirText } from '../mend-mutation.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import { MutationPlace } from './mutation-place.tsx'
import { QuotedText } from './quoted-text.tsx'

interface RefusedItemProps {
  readonly item: OutboxItem
  readonly words: MutationWords | undefined
  readonly now: number | null
  /** Said once the item is gone from the tray. */
  readonly onDone: (words: string) => void
}

type Step = 'shown' | 'editing' | 'discarding'

/**
 * A mutation that was refused, with its text, the reason, its place, and every way on. It leaves by
 * the reader's hand alone.
 */
export function RefusedItem({ item, words, now, onDone }: RefusedItemProps) {
  const device = useDevice()
  const [step, setStep] = useState<Step>('shown')
  const [note, setNote] = useState<string | null>(null)
  const writing = useWriting(conflictingPostId(item))
  const run = async (work: () => Promise<string | null>) => {
    try {
      const done = await work()
      if (done !== null) onDone(done)
    } catch (error) {
      setNote('That didn’t work. Your text is kept; try again.')
      reportError(error)
    }
  }
  if (device === null || item.error === null) return null
  const { text = null, isEditable = false, draft = null } = words ?? {}
  const detail = detailConflict(item, writing)
  const theirs = item.error.code === 'conflict' ? (detail?.theirs ?? theirText(item.current)) : null
  const retry = (typed: string | null) =>
    run(async () => {
      const refusal = await mendAndRetry(device, item, typed)
      if (refusal !== null) setNote(refusal)
      return refusal === null ? 'Sending again.' : null
    })
  const copy = async () => {
    await navigator.clipboard.writeText(text ?? '')
    setNote('Copied.')
    return null
  }
  return (
    <li className="refusal">
      <p className="meta soft">
        {words?.what ?? '…'}, <Time at={item.at} now={now} />
      </p>
      <MutationPlace words={words} />
      <p className="why">
        <b>Not sent:</b> <RefusalWords of={item.error} />
      </p>
      {step === 'editing' && text !== null ? (
        <>
          {theirs === null ? null : (
            <div className="both">
              <Text name="Current version" text={theirs} />
            </div>
          )}
          <EditForm text={text} onCancel={() => setStep('shown')} onSend={(typed) => void retry(typed)} />
        </>
      ) : (
        <Texts mine={text} theirs={theirs} />
      )}
      {note === null ? null : (
        <p className="meta" role="status">
          {note}
        </p>
      )}
      {step === 'discarding' ? (
        <p className="acts">
          <span>{text === null ? 'Discard it permanently?' : 'Discard it and its text permanently?'}</span>
          <button
            type="button"
            className="btn danger"
            onClick={() =>
              void run(async () => {
                await device.outbox.discard(item.n)
                return 'Discarded.'
              })
            }
          >
            Discard
          </button>
          <button type="button" className="btn quiet" onClick={() => setStep('shown')}>
            Keep it
          </button>
        </p>
      ) : step === 'shown' ? (
        <p className="acts">
          {detail !== null ? (
            <DetailChoice
              onMine={() =>
                void run(async () => {
                  await device.outbox.retry(item.n, detail.again)
                  return 'Sending again.'
                })
              }
              onTheirs={() =>
                void run(async () => {
                  await device.outbox.discard(item.n)
                  return 'Kept the other version.'
                })
              }
            />
          ) : isEditable ? (
            <button type="button" className="btn" onClick={() => setStep('editing')}>
              Edit and retry
            </button>
          ) : (
            <button type="button" className="btn" onClick={() => void retry(null)}>
              Try again
            </button>
          )}
          {draft === null || text === null ? null : (
            <button
              type="button"
              className="btn quiet"
              onClick={() =>
                void run(async () => {
                  await keepAsDraft(device, item.n, draft, text)
                  return 'Saved as a draft where you wrote it.'
                })
              }
            >
              Save as draft
            </button>
          )}
          {text === null ? null : (
            <button type="button" className="btn quiet" onClick={() => void run(copy)}>
              Copy
            </button>
          )}
          {detail !== null ? null : (
            <button type="button" className="btn quiet" onClick={() => setStep('discarding')}>
              Discard
            </button>
          )}
        </p>
      ) : null}
    </li>
  )
}

/** What is said about a post, as this device has it. */
function useWriting(postId: string | null): Writing | undefined {
  const writing = useRow(writings, postId ?? '')
  const post = useRow(posts, postId ?? '')
  return writing ?? (post === undefined ? undefined : writingOfPost(post))
}

function DetailChoice({ onMine, onTheirs }: { readonly onMine: () => void; readonly onTheirs: () => void }) {
  return (
    <>
      <button type="button" className="btn" onClick={onMine}>
        Keep mine
      </button>
      <button type="button" className="btn" onClick={onTheirs}>
        Take theirs
      </button>
    </>
  )
}

function Texts({ mine, theirs }: { readonly mine: string | null; readonly theirs: string | null }) {
  if (mine === null) return null
  if (theirs === null) return <QuotedText text={mine} />
  return (
    <div className="both">
      <Text name="Yours" text={mine} />
      <Text name="Current version" text={theirs} />
    </div>
  )
}

function Text({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <h4>{name}</h4>
      <QuotedText text={text} />
    </div>
  )
}

interface EditFormProps {
  readonly text: string
  readonly onSend: (text: string) => void
  readonly onCancel: () => void
}

function EditForm({ text, onSend, onCancel }: EditFormProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  // It stands where the button was that opened it.
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get('text')
    if (typeof typed === 'string') onSend(typed)
  }
  return (
    <form onSubmit={submit}>
      <label className="sr" htmlFor={id}>
        Text (Markdown)
      </label>
      <textarea className="input" id={id} name="text" defaultValue={text} rows={6} required dir="auto" ref={field} />
      <p className="acts">
        <button className="btn">Send again</button>
        <button type="button" className="btn quiet" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  )
}
