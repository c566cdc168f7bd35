import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { links } from '#shared/links.ts'
import type { MeasuresView } from '../member-measures.load.ts'
import { Measure } from './measure.tsx'

const profileMessages = {
  'displayName:taken': 'Another member has this name, or one that looks like it.',
  'displayName:invalid': 'This can’t be a name: 1 to 70 characters, of one script in each word.',
  'slug:taken': 'This address leads to another member.',
  'slug:invalid': 'Lower-case letters and digits, with single hyphens between words; at most 60 characters.',
  'reason:invalid': 'A reason has at most 500 characters.',
}
const addressMessages = {
  'newEmail:invalid': 'This isn’t an email address.',
  'newEmail:conflict': 'This is the account’s address already.',
}

interface ProfilePartProps {
  readonly member: { readonly id: string; readonly name: string; readonly slug: string }
  readonly measures: MeasuresView
  /** A link has just been sent. */
  readonly isAddressAsked: boolean
}

/** What others see of a member, where it can't stay; and an address for who has lost theirs. */
export function ProfilePart({ member, isAddressAsked, measures: { mayEdit, mayAddress, hasBio } }: ProfilePartProps) {
  const about = { userId: member.id }
  const edit = useRefusedForm('accounts.editMember', about)
  const address = useRefusedForm('accounts.changeEmailOf', about)
  if (!mayEdit && !mayAddress) return null
  const shown = { error: edit?.error ?? null, messages: profileMessages, required: true, dir: 'auto' } as const
  return (
    <section aria-labelledby="profile-title">
      <h2 className="section" id="profile-title">
        Profile and email
      </h2>
      {mayEdit ? (
        <Measure
          {...{ name: 'accounts.editMember', about, messages: profileMessages, of: 'profile', hasReason: true, goes: true }}
          version={`${member.name} ${member.slug} ${hasBio}`}
          summary="Edit profile"
          action="Save changes"
        >
          <p className="soft">The member is notified. The log keeps what it was before.</p>
          <TextField
            {...{ ...shown, id: 'edit-name', name: 'displayName', label: 'Display name', maxLength: 70 }}
            defaultValue={edit?.values['displayName'] ?? member.name}
          />
          <TextField
            {...{ ...shown, id: 'edit-slug', name: 'slug', label: 'Address of their page', maxLength: 60 }}
            hint={`What follows ${links.user('')}. The present one will lead there.`}
            defaultValue={edit?.values['slug'] ?? member.slug}
          />
          {hasBio ? (
            <label className="check">
              <input type="checkbox" name="clearsBio" value="true" /> Remove the bio, links and interests
            </label>
          ) : null}
        </Measure>
      ) : null}
      {mayAddress ? (
        <Measure
          {...{ name: 'accounts.changeEmailOf', about, messages: addressMessages, of: 'email address', goes: true }}
          version={isAddressAsked ? 'asked' : ''}
          summary="Change email address"
          action="Send the link"
        >
          <p className="soft">
            For someone who has lost their address. We email the new one a link; once they open it, it’s theirs. The old one is notified and
            can take the account back for a week.
          </p>
          <TextField
            {...{ id: 'edit-email', name: 'newEmail', label: 'New email', type: 'email', inputMode: 'email', autoComplete: 'off' }}
            {...{ required: true, maxLength: 320, messages: addressMessages, error: address?.error ?? null }}
            defaultValue={address?.values['newEmail'] ?? ''}
          />
        </Measure>
      ) : null}
    </section>
  )
}
