import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PendingDecision, PendingDecisions } from '../pending-decisions.ts'

const none: readonly PendingDecision[] = []

/** Decisions of this tab, the newest last; none on the server. */
export function usePending({ store }: PendingDecisions): readonly PendingDecision[] {
  return useSyncExternalStore(store.subscribe, store.get, () => none)
}

interface UndoBarProps {
  readonly decisions: PendingDecisions
  readonly onUndo: () => void
}

const stateWords: Readonly<Record<PendingDecision['state'], string>> = {
  waiting: 'Waiting',
  sending: 'Sending…',
  sent: 'Done',
  undone: 'Undone',
  failed: 'Not done',
}

/** What was just decided, as long as it can be undone, and what became of earlier decisions. */
export function UndoBar({ decisions, onUndo }: UndoBarProps) {
  const all = usePending(decisions)
  const newest = all.findLast(({ state }) => state === 'waiting')
  const failed = all.filter(({ state }) => state === 'failed')
  return (
    <div className="undo-bar">
      {failed.map(({ n, words, message }) => (
        <p key={n} className="refused-words" role="alert">
          {words}: {message}{' '}
          <button className="btn quiet" type="button" onClick={() => void decisions.retry(n)}>
            Try again
          </button>
        </p>
      ))}
      <div role="status">
        {newest === undefined ? null : (
          <p className="undo-line">
            <span dir="auto">{newest.words}</span>
            <SecondsLeft dueAt={newest.dueAt} />
          </p>
        )}
      </div>
      {newest === undefined ? null : (
        <p className="undo-acts">
          <button className="btn" type="button" onClick={onUndo}>
            Undo <kbd>Z</kbd>
          </button>
          <button className="btn quiet" type="button" onClick={() => void decisions.flush()}>
            Send now
          </button>
        </p>
      )}
      {all.length === 0 ? null : (
        <details className="undo-history">
          <summary>History</summary>
          <ol className="plain-list">
            {all.toReversed().map(({ n, words, state }) => (
              <li key={n} className="meta">
                <span dir="auto">{words}</span> · {stateWords[state]}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

/** Not read aloud: it would be every second. */
function SecondsLeft({ dueAt }: { readonly dueAt: number }) {
  const [now, setNow] = useState(dueAt)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [dueAt])
  return (
    <span className="meta soft nums" aria-hidden="true">
      {Math.max(0, Math.ceil((dueAt - now) / 1_000))} s
    </span>
  )
}
