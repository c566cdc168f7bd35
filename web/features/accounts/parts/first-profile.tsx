import { useRef } from 'react'
import { accountLimits } from '#shared/accounts/rules.ts'
import { useDraft } from '../../../blocks/comments/use-draft.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { SquarePictureFields } from '../../../blocks/pictures/square-picture-fields.tsx'
import { useSendForm } from '../../../data/send-form.ts'
import type { FirstProfileView } from '../onboarding.load.ts'

interface FirstProfileProps {
  readonly profile: FirstProfileView
  readonly returnTo: string
}

const place = 'first-profile'

/** Who somebody is, in three fields that may all stay as they are. */
export function FirstProfile({ profile, returnTo }: FirstProfileProps) {
  const { form, error, values, state, isSending, from } = useSendForm('accounts.setUpProfile', { keepAs: place })
  const ref = useRef<HTMLFormElement>(null)
  useDraft(ref, place, false)
  const { displayName, bio, nameOpensAt, picture, canSetPicture } = profile
  return (
    <form className="fields" ref={ref} {...form}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ displayName: 'display-name', bio: 'bio', src: 'src' }} />
      <TextField
        id="display-name"
        name="displayName"
        label="Display name"
        hint={
          nameOpensAt === null
            ? 'What others see beside what you write. You can change it again after 60 days.'
            : `You can change it again on ${new Date(nameOpensAt).toISOString().slice(0, 10)}.`
        }
        required
        maxLength={accountLimits.displayName.max}
        defaultValue={values['displayName'] ?? displayName}
        error={error}
        dir="auto"
      />
      <TextField
        id="bio"
        name="bio"
        label="Bio"
        hint="Optional. A sentence or two; shown on your page."
        rows={3}
        maxLength={accountLimits.bio}
        defaultValue={values['bio'] ?? bio}
        error={error}
        dir="auto"
      />
      {canSetPicture ? <SquarePictureFields label="Picture" picture={picture} /> : null}
      <div className="compose-acts">
        <button className="btn primary" aria-disabled={isSending || undefined}>
          {isSending ? 'Saving…' : 'Save and continue'}
        </button>
      </div>
    </form>
  )
}
