import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useSendForm } from '../../../data/send-form.ts'

/** Its title, and who takes part. Asked of the server: only it knows who is a member. */
export function NewDialogue() {
  const { form, error, values, state, isSending, from } = useSendForm('dialogues.create')
  return (
    <details className="confirm" open={error !== null || undefined}>
      <summary>New dialogue</summary>
      <form {...form}>
        <input type="hidden" name="from" value={from} />
        <Refusal
          error={error}
          isNotSent={state.kind === 'not-sent'}
          fieldIds={{ title: 'dialogue-title', participants: 'dialogue-with' }}
        />
        <TextField id="dialogue-title" name="title" label="Title" required maxLength={500} defaultValue={values['title']} error={error} />
        <TextField
          id="dialogue-with"
          name="participants"
          label="Participants: usernames, separated by commas"
          required
          maxLength={800}
          defaultValue={values['participants']}
          error={error}
        />
        <button className="btn" aria-disabled={isSending || undefined}>
          Create
        </button>
      </form>
    </details>
  )
}
