import { useMemo, useState } from 'react'
import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { outboxWords } from '../../../blocks/outbox-words.ts'
import { useIsOnline } from '../../../data/connection.ts'
import { useDeviceState } from '../../../data/device-state.ts'
import { useLockedOut } from '../../../data/locked-out.ts'
import { useOutbox } from '../../../data/outbox.ts'
import { useMe } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import { DraftList } from '../parts/draft-list.tsx'
import { LinkLine } from '../parts/link-line.tsx'
import { RefusedItem } from '../parts/refused-item.tsx'
import { WaitingItem } from '../parts/waiting-item.tsx'
import { useMutationWords } from '../use-mutation-words.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import '../device-styles.ts'

/**
 * A week without a connection makes thousands of mutations: the page shows the first of them, the
 * count says them all.
 */
const shownAtOnce = 100

/** What is on its way to the server, what it refused, and what was begun and not sent. */
export default function OutboxPage() {
  const me = useMe()
  const device = useDevice()
  const box = useOutbox()
  const [shown, setShown] = useState(shownAtOnce)
  const [message, setMessage] = useState('')
  const isOnline = useIsOnline()
  const { link } = useDeviceState()
  const lockedOut = useLockedOut(link)
  const now = useNow()
  // What the server has taken stays in the queue until its page has come: nothing that a reader has
  // to wait for.
  const unsent = useMemo(() => box.waiting.filter((item) => item.pending !== null), [box])
  const waiting = useMemo(() => unsent.slice(0, shown), [unsent, shown])
  const items = useMemo(() => [...box.refused, ...waiting], [box, waiting])
  const words = useMutationWords(items)
  if (me.isKnown && me.viewer.kind === 'visitor' && (device === null || device.account === null)) {
    return (
      <div className="outbox">
        <h1 className="page-title">Outbox</h1>
        <p className="stand">Changes you make offline wait here until they’re sent.</p>
        <p className="empty">
          You’re signed out, so nothing is waiting. <a href={links.login({ returnTo: links.outbox() })}>Sign in</a>
        </p>
      </div>
    )
  }
  const isEmpty = unsent.length === 0 && box.refused.length === 0
  return (
    <div className="outbox">
      <h1 className="page-title">Outbox</h1>
      <p className="stand">Changes waiting to be sent.</p>
      <LinkLine words={outboxWords({ isOnline, link, lockedOut, outbox: { ...box, refused: [] } })?.words ?? null} lockedOut={lockedOut} />
      <noscript>
        <p>The outbox needs JavaScript. Without it, everything is sent right away.</p>
      </noscript>
      <p className="sr" role="status">
        {message}
      </p>
      {box.refused.length === 0 ? null : (
        <section aria-labelledby="refused-title">
          <div className="head">
            <h2 className="section" id="refused-title">
              Not sent
            </h2>
            <span className="danger nums meta">{box.refused.length}</span>
          </div>
          <ul className="tray">
            {box.refused.map((item) => (
              <RefusedItem key={item.n} item={item} words={words.get(item.n)} now={now} onDone={setMessage} />
            ))}
          </ul>
        </section>
      )}
      {unsent.length === 0 ? null : (
        <section aria-labelledby="waiting-title">
          <div className="head">
            <h2 className="section" id="waiting-title">
              Waiting
            </h2>
            <span className="state-word nums meta">{unsent.length}</span>
          </div>
          <ul className="tray">
            {waiting.map((item) => (
              <WaitingItem key={item.n} item={item} words={words.get(item.n)} now={now} />
            ))}
          </ul>
          {waiting.length < unsent.length ? (
            <p className="after">
              <button type="button" className="btn quiet" onClick={() => setShown(shown + shownAtOnce)}>
                Show {counted(Math.min(shownAtOnce, unsent.length - waiting.length), 'more')}
              </button>
            </p>
          ) : null}
        </section>
      )}
      {isEmpty && device !== null ? (
        <p className="empty">
          Everything has been sent. Changes you make offline wait here. <a href={links.front()}>Go to the front page</a>
        </p>
      ) : null}
      {device === null && isEmpty ? <p className="empty live-only">Loading from this device…</p> : null}
      <DraftList />
    </div>
  )
}
