import { useState } from 'react'
import type { OutboxItem } from '../../../data/outbox.ts'
import { pendingWords } from '../../../blocks/comments/pending-words.ts'
import { useIsOnline } from '../../../data/connection.ts'
import { Time } from '../../../ui/time.tsx'
import type { MutationWords } from '../describe-mutation.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { MutationPlace } from './mutation-place.tsx'
import { QuotedText } from './quoted-text.tsx'

interface WaitingItemProps {
  readonly item: OutboxItem
  /** `undefined` until it is known what it is. */
  readonly words: MutationWords | undefined
  readonly now: number | null
}

/** A mutation on its way: what, where, since when, and how far. */
export function WaitingItem({ item, words, now }: WaitingItemProps) {
  const device = useDevice()
  const isOnline = useIsOnline()
  const [trouble, setTrouble] = useState<string | null>(null)
  const callBack = async () => {
    const args = await device?.outbox.callBack(item.n)
    if (args === null) setTrouble('It may already be sent, so you can’t cancel it.')
  }
  return (
    <li className="refusal">
      <p className="meta soft">
        {words?.what ?? '…'}, <Time at={item.at} now={now} /> ·{' '}
        <span className="state-word">{item.pending === null ? 'Sent' : pendingWords(item.pending, isOnline)}</span>
      </p>
      <MutationPlace words={words} />
      {words?.text ? <QuotedText text={words.text} /> : null}
      {trouble === null ? null : (
        <p className="meta" role="alert">
          {trouble}
        </p>
      )}
      {item.canBeCalledBack || words?.text ? (
        <p className="acts">
          {item.canBeCalledBack ? <CallBack text={words?.text ?? null} onCallBack={() => void callBack().catch(reportError)} /> : null}
          {words?.text ? <CopyText text={words.text} /> : null}
        </p>
      ) : null}
    </li>
  )
}

function CopyText({ text }: { readonly text: string }) {
  const [message, setMessage] = useState<string | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setMessage('Copied.'),
      () => setMessage('Your browser doesn’t allow copying.'),
    )
  return (
    <>
      <button type="button" className="btn quiet" onClick={() => void copy()}>
        Copy
      </button>
      <span className="meta soft" role="status">
        {message}
      </span>
    </>
  )
}

/** What has text is asked about first, for calling back takes it off this device. */
function CallBack({ text, onCallBack }: { readonly text: string | null; readonly onCallBack: () => void }) {
  const [isAsked, setAsked] = useState(false)
  if (!isAsked || text === null) {
    return (
      <button type="button" className="btn" onClick={() => (text === null ? onCallBack() : setAsked(true))}>
        Cancel
      </button>
    )
  }
  return (
    <>
      <span className="soft">It won’t be sent, and its text will be deleted.</span>
      <button type="button" className="btn danger" onClick={onCallBack}>
        Cancel sending
      </button>
      <button type="button" className="btn quiet" onClick={() => setAsked(false)}>
        Keep it
      </button>
    </>
  )
}
