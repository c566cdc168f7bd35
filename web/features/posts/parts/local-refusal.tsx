import { RefusalWords } from '../../../blocks/forms/refusal-words.tsx'
import { useRefusedForm } from '../../../data/page.ts'

/**
 * In answer to a form that was sent without a script and refused: said at the top, for the form
 * itself is far below.
 */
export function LocalRefusal({ postId }: { readonly postId: string }) {
  const comment = useRefusedForm('comments.post', { postId })
  const vote = useRefusedForm('votes.set')
  const reaction = useRefusedForm('reactions.set')
  const error = comment?.error ?? vote?.error ?? reaction?.error
  if (!error) return null
  const parentId = comment?.values['parentId'] ?? ''
  return (
    <p className="notice-line danger" role="alert">
      {comment !== null ? 'Your comment was not sent.' : vote !== null ? 'Your vote was not counted.' : 'Your reaction was not counted.'}{' '}
      <RefusalWords of={error} />
      {comment === null ? null : <a href={parentId === '' ? '#new-comment' : '#reply'}>Go to your text</a>}
    </p>
  )
}
