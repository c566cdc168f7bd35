import { useId } from 'react'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { useRefusedForm } from '../../../data/page.ts'
import { Notice } from '../../../ui/notice.tsx'

const messages = {
  'reason:invalid': 'Write a reason of 1 to 500 characters, in words.',
  'id:not-found': 'There is no conversation at this address.',
}

interface Asked {
  readonly id: string
  /** How long a reason holds. */
  readonly minutes: number
  readonly maxReason: number
}

/** Asks why, before a moderator reads what others write to each other. */
export function ReadingForm({ asked: { id, minutes, maxReason } }: { readonly asked: Asked }) {
  const fieldId = useId()
  const about = { id }
  const refused = useRefusedForm('conversations.readForReason', about)
  return (
    <section aria-labelledby={`${fieldId}-title`}>
      <h2 className="section" id={`${fieldId}-title`}>
        Read a private conversation
      </h2>
      <p className="soft">
        If this is a private conversation between members, you can read it for {minutes} minutes. Your name, the time and your reason are
        recorded in the audit log.
      </p>
      <MutationForm name="conversations.readForReason" about={about} messages={messages}>
        <TextField
          {...{ id: fieldId, name: 'reason', label: 'Reason', maxLength: maxReason, dir: 'auto', messages }}
          error={refused?.error ?? null}
          hint="For example, which report it is about"
          defaultValue={refused?.values['reason'] ?? ''}
          autoComplete="off"
          required
        />
        <button className="btn">Read conversation</button>
      </MutationForm>
    </section>
  )
}

interface ReadingProps {
  readonly conversationId: string
  readonly reading: { readonly reason: string; readonly minutes: number }
}

/** Above the messages of such a conversation. */
export function ReadingNotice({ reading: { reason, minutes } }: Pick<ReadingProps, 'reading'>) {
  return (
    <Notice kind="warm">
      You don’t take part in this conversation, and can read it for {counted(minutes, 'more minute')}. Recorded reason: <bdi>{reason}</bdi>
    </Notice>
  )
}

/** In place of the composer. */
export function JoinForm({ conversationId }: Pick<ReadingProps, 'conversationId'>) {
  const navigate = useNavigate()
  return (
    <MutationForm name="conversations.joinAsStaff" about={{ conversationId }} onDone={(location) => navigate(location)}>
      <p className="soft">To write here, join first. Everyone in the conversation sees that you joined.</p>
      <button className="btn">Join conversation</button>
    </MutationForm>
  )
}
