import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { useSendForm } from '../../../data/send-form.ts'

/** Of somebody who was asked to take part: nothing stands under their name before they say yes. */
export function Invitation({ postId, by }: { readonly postId: string; readonly by: string }) {
  const join = useSendForm('dialogues.join', { fields: { postId } })
  const decline = useSendForm('dialogues.decline', { fields: { postId } })
  return (
    <section className="invitation" aria-label="You are asked">
      <Refusal error={join.error ?? decline.error} isNotSent={join.state.kind === 'not-sent' || decline.state.kind === 'not-sent'} />
      <p>{by} asks you to take part in this dialogue. Your name stands on it, and on what you say, once you agree.</p>
      <div className="compose-acts">
        <form {...join.form}>
          <input type="hidden" name="postId" value={postId} />
          <input type="hidden" name="from" value={join.from} />
          <button className="btn primary" aria-disabled={join.isSending || undefined}>
            Take part
          </button>
        </form>
        <form {...decline.form}>
          <input type="hidden" name="postId" value={postId} />
          <input type="hidden" name="from" value={decline.from} />
          <button className="btn quiet" aria-disabled={decline.isSending || undefined}>
            No, thank you
          </button>
        </form>
      </div>
    </section>
  )
}
