import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'

const messages = { 'reason:invalid': 'Write a reason of 1 to 500 characters, in words.' }

interface MailLookFormProps {
  readonly about: { readonly name: string; readonly slug: string }
  /** How long a reason holds. */
  readonly asked: { readonly minutes: number; readonly maxReason: number }
}

/** Asks why, before an administrator sees which mails went to somebody else. */
export function MailLookForm({ about, asked: { minutes, maxReason } }: MailLookFormProps) {
  const refused = useRefusedForm('sentMails.look', { member: about.slug })
  return (
    <div className="reports">
      <h1 className="page-title">Email history of {about.name}</h1>
      <p className="soft">
        You can see which emails went to {about.name} for {minutes} minutes: subjects, addresses and times, never their text. Your name, the
        time and your reason are recorded in the <a href={moderationLinks.audit()}>audit log</a>.
      </p>
      <MutationForm name="sentMails.look" about={{ member: about.slug }} messages={messages}>
        <TextField
          {...{ id: 'look-reason', name: 'reason', label: 'Reason', maxLength: maxReason, dir: 'auto', messages }}
          error={refused?.error ?? null}
          hint="For example, which question of theirs it is about"
          defaultValue={refused?.values['reason'] ?? ''}
          autoComplete="off"
          required
        />
        <div className="compose-acts">
          <button className="btn">Show emails</button>
          <a className="btn quiet" href={links.emailHistory()}>
            Back to your emails
          </a>
        </div>
      </MutationForm>
    </div>
  )
}
