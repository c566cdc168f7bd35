import { useEffect, useState } from 'react'
import type { ImportPlan } from '#shared/formats/archive-plan.ts'
import type { AccountImport, Counts } from '#shared/formats/archive-schema.ts'
import { counted } from '../../../blocks/counts.ts'
import { inPlaceLabel, leftOutLabel } from '../archive-words.ts'
import { importState, sendArchive, type Sent } from '../send-archive.ts'

interface ArchiveImportProps {
  /** Of the archive that was read; `null`: none was. */
  readonly plan: ImportPlan | null
}

const pollMs = 3_000
const sentWords: Readonly<Record<Exclude<Sent, 'sent'> | 'offline', string>> = {
  running: 'Another archive is being imported. Wait until it’s done.',
  failed: 'The server didn’t take the archive. Try again in an hour.',
  offline: 'You’re offline. Nothing is imported yet; try again when you’re online.',
}

/** An archive of an account: what it brings back, how far that is, and what was left out. */
export function ArchiveImport({ plan }: ArchiveImportProps) {
  const [state, setState] = useState<AccountImport | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isRunning = state?.state === 'running'
  useEffect(() => {
    const look = (): void => void importState().then((found) => setState((before) => found ?? before), reportError)
    look()
    if (!isRunning) return undefined
    const timer = setInterval(look, pollMs)
    return () => clearInterval(timer)
  }, [isRunning])

  async function send(all: ImportPlan): Promise<void> {
    setProblem(null)
    setSent(0)
    try {
      const how = await sendArchive(all, setSent)
      if (how !== 'sent') setProblem(sentWords[how])
      setState(await importState())
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      setProblem(sentWords.offline)
    } finally {
      setSent(null)
    }
  }

  if (plan === null && (state === null || state.state === 'receiving')) return null
  return (
    <section aria-labelledby="account-archive">
      <h2 className="section" id="account-archive">
        Account archive
      </h2>
      {plan === null || isRunning ? null : (
        <>
          <p>Posts come back as drafts, and comments with today’s date. Settings in the archive replace yours.</p>
          <CountList label="In the archive" counts={countsOf(plan)} words={inPlaceLabel} />
          <CountList label="Can’t be imported" counts={plan.leftOut} words={leftOutLabel} />
          <div className="exchange-acts">
            <button
              className="btn primary"
              type="button"
              disabled={sent !== null || plan.steps.length === 0}
              onClick={() => void send(plan).catch(reportError)}
            >
              Import archive
            </button>
          </div>
        </>
      )}
      <div role="status" aria-live="polite">
        {sent === null || plan === null ? null : <Progress label="Sending" done={sent} all={plan.steps.length} />}
        {isRunning ? <Progress label="Importing" done={Math.min(state.done, state.total)} all={state.total} /> : null}
        {isRunning ? (
          <p className="meta soft">
            {state.waitsUntil > 0 ? 'Paused by a rate limit; it goes on by itself. ' : ''}You can leave this page. A notification says when
            it’s done.
          </p>
        ) : null}
        {problem === null ? null : <p className="why">{problem}</p>}
      </div>
      {state?.state === 'done' ? (
        <>
          <p>Your last archive is imported: {counted(state.total, 'item')} tried.</p>
          <CountList label="In your account" counts={state.inPlace} words={inPlaceLabel} />
          <CountList label="Left out" counts={state.leftOut} words={leftOutLabel} />
        </>
      ) : null}
    </section>
  )
}

function Progress({ label, done, all }: { readonly label: string; readonly done: number; readonly all: number }) {
  return (
    <>
      <p>
        {label}: {done} of {all}…
      </p>
      <progress aria-label={label} value={done} max={all} />
    </>
  )
}

interface CountListProps {
  readonly label: string
  readonly counts: Counts
  readonly words: (key: string) => string
}

function CountList({ label, counts, words }: CountListProps) {
  const lines = Object.entries(counts)
  if (lines.length === 0) return null
  return (
    <>
      <h3 className="meta">{label}</h3>
      <ul className="plain-list" aria-label={label}>
        {lines.map(([key, count]) => (
          <li key={key}>
            {words(key)} <span className="soft">({count})</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function countsOf({ steps }: ImportPlan): Counts {
  const counts: Record<string, number> = {}
  for (const { name } of steps) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
