import type { ReactNode } from 'react'
import { useCallback, useState } from 'react'
import { placeWords, wordsOf } from '../../../blocks/comments/place-words.ts'
import type { Device, SavedDraft } from '../../../data/device/device-api.ts'
import { binnedForMs } from '../../../data/typed-words/typed-row.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'
import { QuotedText } from './quoted-text.tsx'

/** Comments that were begun and not sent, and those thrown away in the last 30 days. */
export function DraftList() {
  const [found, askAgain] = useFromDevice(useCallback((device: Device) => device.drafts.list(), []))
  const now = useNow()
  const device = useDevice()
  const [message, setMessage] = useState('')
  const drafts = (found ?? []).filter((draft) => draft.binnedAt === null && wordsOf(draft) !== '')
  const binned = (found ?? []).filter((draft) => draft.binnedAt !== null && wordsOf(draft) !== '')
  if (device === null || drafts.length + binned.length === 0) return null
  const change = async (work: Promise<void>, words: string) => {
    await work
    setMessage(words)
    askAgain()
  }
  return (
    <section aria-labelledby="drafts-title">
      <div className="head">
        <h2 className="section" id="drafts-title">
          Drafts on this device
        </h2>
        {drafts.length === 0 ? null : <span className="state-word nums meta">{drafts.length}</span>}
      </div>
      <p className="sr" role="status">
        {message}
      </p>
      {drafts.length === 0 ? <p className="soft">No unsent drafts.</p> : null}
      <ul className="tray">
        {drafts.map((draft) => (
          <DraftItem key={draft.place} draft={draft} now={now}>
            <button
              type="button"
              className="btn quiet"
              onClick={() => void change(device.drafts.forget(draft.place, 'discarded'), 'Deleted. You can restore it for 30 days.')}
            >
              Delete
            </button>
          </DraftItem>
        ))}
      </ul>
      {binned.length === 0 ? null : (
        <details className="confirm">
          <summary>Trash ({binned.length})</summary>
          <ul className="tray">
            {binned.map((draft) => (
              <DraftItem key={draft.place} draft={draft} now={now}>
                <button type="button" className="btn quiet" onClick={() => void change(device.drafts.restore(draft.place), 'Restored.')}>
                  Restore
                </button>
              </DraftItem>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface DraftItemProps {
  readonly draft: SavedDraft
  readonly now: number | null
  readonly children: ReactNode
}

function DraftItem({ draft, now, children }: DraftItemProps) {
  const place = placeWords(draft.place)
  const { binnedAt, olderBinnedAt } = draft
  const hasOlder = binnedAt === null && now !== null && olderBinnedAt !== undefined && now - olderBinnedAt < binnedForMs
  return (
    <li className="refusal">
      <p className="meta soft">
        {place.what}, <Time at={draft.at} now={now} />
      </p>
      <QuotedText text={wordsOf(draft)} />
      {hasOlder ? <p className="meta soft">An older draft is in Trash.</p> : null}
      <p className="acts">
        {place.href === null ? null : (
          <a className="btn" href={place.href}>
            Continue writing
          </a>
        )}
        {children}
      </p>
    </li>
  )
}
