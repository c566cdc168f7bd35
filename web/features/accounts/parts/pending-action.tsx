import { shortened } from '#shared/text/shorten.ts'

interface PendingActionProps {
  readonly mutation: string
  readonly values: Readonly<Record<string, string>>
}

const savedWords: Readonly<Record<string, string>> = {
  'comments.post': 'Your comment is kept and will be sent after you sign in.',
  'comments.postQuickTake': 'Your quick take is kept and will be posted after you sign in.',
  'comments.postReview': 'Your review is kept and will be sent after you sign in.',
  'comments.edit': 'Your changes are kept and will be saved after you sign in.',
  'votes.set': 'Your vote is kept and will count after you sign in.',
  'posts.publish': 'Your post is kept and will be published after you sign in.',
  'wiki.publish': 'Your page is kept and will be published after you sign in.',
  'posts.saveDraft': 'Your draft is kept and will be saved after you sign in.',
}

/** What somebody wanted to do before they had to sign in, with what they had written. */
export function PendingAction({ mutation, values }: PendingActionProps) {
  const text = values['markdown'] ?? ''
  return (
    <div className="notice">
      <p>{savedWords[mutation] ?? 'Your action is kept and will be done after you sign in.'}</p>
      {text === '' ? null : (
        <blockquote className="saved-quote" dir="auto">
          {shortened(text, 280)}
        </blockquote>
      )}
    </div>
  )
}

export type Wanted = PendingActionProps | null

export interface AccountFormProps {
  /** A path on this site. */
  readonly returnTo: string
  readonly wanted: Wanted
}

/**
 * The mutation in hidden fields, so that the very same request that signs in goes on with it. The
 * server names these fields.
 */
export function CarriedAction({ wanted }: { readonly wanted: Wanted }) {
  if (wanted === null) return null
  return (
    <>
      <input type="hidden" name="continueMutation" value={wanted.mutation} />
      <input type="hidden" name="continueValues" value={JSON.stringify(wanted.values)} />
    </>
  )
}
