import { MutationForm } from '../forms/mutation-form.tsx'

/** For the staff: takes a message away for all who take part, in two presses. */
export function RemoveMessage({ id }: { readonly id: string }) {
  return (
    <details className="confirm">
      <summary>Remove message</summary>
      <MutationForm name="messages.remove" about={{ id }}>
        <p className="soft">
          Its text and pictures are deleted for everyone and can’t be restored. Participants see that a moderator removed it. This is
          recorded in the audit log and resolves its reports.
        </p>
        <button className="btn danger">Remove message</button>
      </MutationForm>
    </details>
  )
}
