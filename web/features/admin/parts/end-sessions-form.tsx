import { accountLimits } from '#shared/accounts/rules.ts'
import { links } from '#shared/links.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'

const mutation = 'accounts.endSessionsOfMember'

/** For a member whose device was lost, or whose sign-in others have. A plain form. */
export function EndSessionsForm() {
  const form = useRefusedForm(mutation)
  const error = form?.error ?? null
  return (
    <form className="fields account-forms" method="post" action={links.form(mutation)}>
      <input type="hidden" name="from" value={reportLinks.admin()} />
      <Refusal error={error} fieldIds={{ userName: 'sign-out-name' }} />
      <TextField
        id="sign-out-name"
        name="userName"
        label="Username"
        hint="They’re signed out of every browser and must sign in again. Unsent work stays on their devices."
        required
        maxLength={accountLimits.userName.max}
        defaultValue={form?.values['userName'] ?? ''}
        autoComplete="off"
        error={error}
      />
      <div className="compose-acts">
        <button className="btn danger">Sign out everywhere</button>
      </div>
    </form>
  )
}
