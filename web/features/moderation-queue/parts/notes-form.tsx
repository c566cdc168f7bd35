import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'

const maxNote = 2_000
const messages = { 'note:invalid': 'Write 1 to 2,000 characters.' }

/** What moderators wrote for each other, newest first. Decisions write a line by themselves. */
export function NotesForm({ userId, notes }: { readonly userId: string; readonly notes: string }) {
  const refused = useRefusedForm('reviewQueue.note', { userId })
  return (
    <section aria-labelledby="notes-title">
      <h3 className="lab" id="notes-title">
        Moderator notes
      </h3>
      {notes === '' ? null : (
        <p className="bio review-notes" dir="auto">
          {notes}
        </p>
      )}
      <MutationForm name="reviewQueue.note" about={{ userId }} messages={messages} className="note-form">
        <TextField
          {...{ id: 'note', name: 'note', label: 'Add a note', rows: 2, maxLength: maxNote, dir: 'auto', isLabelHidden: true }}
          placeholder="Add a note for other moderators"
          defaultValue={refused?.values['note'] ?? ''}
          error={refused?.error ?? null}
          messages={messages}
        />
        <button className="btn quiet">Add note</button>
      </MutationForm>
    </section>
  )
}
