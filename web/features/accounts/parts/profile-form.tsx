import { useRef } from 'react'
import { accountLimits } from '#shared/accounts/rules.ts'
import type { OwnFacts } from '#shared/pages/page-data.ts'
import { useDraft } from '../../../blocks/comments/use-draft.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'

interface ProfileFormProps {
  readonly own: OwnFacts
  /** `null` when the name may be changed now. */
  readonly nameOpensAt: number | null
}

const place = 'profile'

export function ProfileForm({ own, nameOpensAt }: ProfileFormProps) {
  const { form, error, values, state, isSending, from } = useSendForm('accounts.updateProfile', { keepAs: place })
  const ref = useRef<HTMLFormElement>(null)
  useDraft(ref, place, false)
  return (
    <form className="fields" ref={ref} {...form}>
      <input type="hidden" name="from" value={from} />
      <Refusal
        error={error}
        isNotSent={state.kind === 'not-sent'}
        fieldIds={{ displayName: 'display-name', bio: 'bio', links: 'links', interests: 'interests' }}
      />
      <TextField
        id="display-name"
        name="displayName"
        label="Display name"
        hint={
          nameOpensAt === null
            ? 'You can change it again after 60 days.'
            : `You can change it again on ${new Date(nameOpensAt).toISOString().slice(0, 10)}.`
        }
        required
        maxLength={accountLimits.displayName.max}
        defaultValue={values['displayName'] ?? own.displayName}
        error={error}
        dir="auto"
      />
      <TextField
        id="bio"
        name="bio"
        label="Bio"
        hint="Plain text; shown on your page."
        rows={6}
        maxLength={accountLimits.bio}
        defaultValue={values['bio'] ?? own.bio}
        error={error}
        dir="auto"
      />
      <TextField
        id="links"
        name="links"
        label="Links"
        hint={`Your pages elsewhere, at most ${accountLimits.links}: one address per line, starting with https://.`}
        rows={3}
        maxLength={4_000}
        defaultValue={values['links'] ?? (own.links ?? []).join('\n')}
        error={error}
        messages={{ 'links:invalid': `Enter at most ${accountLimits.links} different addresses starting with https://, one per line.` }}
      />
      <TextField
        id="interests"
        name="interests"
        label="Interests"
        hint={`At most ${accountLimits.interests.most}, separated by commas; shown on your page.`}
        maxLength={accountLimits.interests.most * (accountLimits.interests.length + 2)}
        defaultValue={values['interests'] ?? (own.interests ?? []).join(', ')}
        error={error}
        messages={{
          'interests:invalid': `Enter at most ${accountLimits.interests.most} different interests of at most ${accountLimits.interests.length} characters, separated by commas.`,
        }}
        dir="auto"
      />
      <div className="compose-acts">
        <button className="btn primary" aria-disabled={isSending || undefined}>
          {isSending ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
  )
}
