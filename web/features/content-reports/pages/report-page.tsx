import { links } from '#shared/links.ts'
import type { Given } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { reportReasonWords } from '../../../blocks/report-words.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import type { loadReport } from '../content-reports.load.ts'

const maxLength = 2_000

/** A member asks the moderators to look at something. */
export default function ReportPage() {
  const { target, refusal, isReported } = usePage<typeof loadReport>()
  return (
    <>
      <h1 className="page-title">Report to moderators</h1>
      <p className="stand" dir="auto">
        {target.view === null ? 'What you were looking at.' : <a href={target.view.href}>{target.view.name}</a>}
      </p>
      {refusal !== null ? (
        <Refusal error={{ code: 'not-allowed', reason: refusal, field: null, retryAfterMs: null }} fieldIds={{}} />
      ) : isReported ? (
        <p className="empty">
          You’ve reported this. <a href={links.reports()}>See your reports</a>
        </p>
      ) : (
        <ReportForm kind={target.kind} id={target.id} />
      )}
    </>
  )
}

function ReportForm({ kind, id }: { readonly kind: 'post' | 'comment' | 'member' | 'message'; readonly id: string }) {
  const refused = useRefusedForm('contentReports.send')
  const navigate = useNavigate()
  const chosen = refused?.values['reason'] ?? ''
  // A member has no picture, and none stands in a biography.
  const reasons = Object.entries(reportReasonWords).filter(([reason]) => reason !== 'picture' || kind !== 'member')
  return (
    <MutationForm
      name="contentReports.send"
      about={{ id: '', targetKind: kind, targetId: id }}
      here={sendHere}
      onDone={() => void navigate(links.reports())}
      className="compose"
    >
      {kind === 'message' ? <p className="meta soft">Moderators read this message, and nothing else of the conversation.</p> : null}
      <fieldset>
        <legend className="lab">Reason</legend>
        {reasons.map(([reason, word]) => (
          <label key={reason} className="check">
            <input type="radio" name="reason" value={reason} defaultChecked={chosen === reason} required /> {word}
          </label>
        ))}
      </fieldset>
      <TextField
        id="report-message"
        name="message"
        label="Details"
        hint="Required for “Something else”. Only moderators read this."
        rows={4}
        maxLength={maxLength}
        defaultValue={refused?.values['message'] ?? ''}
        error={refused?.error ?? null}
        dir="auto"
      />
      <div className="compose-acts">
        <button className="btn primary">Send report</button>
        <a className="btn quiet" href={links.reports()}>
          Your reports
        </a>
      </div>
    </MutationForm>
  )
}

/** On the device with a script, also without a network. @returns words where it was refused. */
async function sendHere(given: Given): Promise<string | null> {
  const { sendReportHere } = await import('../send-report.ts')
  return sendReportHere(given)
}
