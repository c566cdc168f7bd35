import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { useSendForm } from '../../../data/send-form.ts'

/** Of somebody who was asked to take part: nothing stands under their name before they say yes. */
export function Invitation({ postId, by }: { readonly postId: string; readonly by: string }) {
  const join = useSendForm('dialogues.join', { fields: { postId } })
  const decline = useSendForm('dialogues.decline', { fields: { postId } })
  return (
    <section className="invitation" aria-label="Invitation">
      <Refusal error={join.error ?? decline.error} isNotSent={join.state.kind === 'not-sent' || decline.state.kind === 'not-sent'} />
      <p>{by} invited you to this dialogue. If you accept, your name appears in the byline and on your messages.</p>
      <div className="compose-acts">
        <form {...join.form}>
          <input type="hidden" name="postId" value={postId} />
          <input type="hidden" name="from" value={join.from} />
          <button className="btn primary" aria-disabled={join.isSending || undefined}>
            Accept
          </button>
        </form>
        <form {...decline.form}>
          <input type="hidden" name="postId" value={postId} />
          <input type="hidden" name="from" value={decline.from} />
          <button className="btn quiet" aria-disabled={decline.isSending || undefined}>
            Decline
          </button>
        </form>
      </div>
    </section>
  )
}
