import { useBeside } from './beside.ts'
import type { ThreadView } from './thread-view.ts'

interface NewSinceProps {
  readonly postId: string
  readonly view: ThreadView
}

/** "12 new since your last visit", and the way to them. Known once the device is there. */
export function NewSince({ postId, view }: NewSinceProps) {
  const { seenUpTo, myId } = useBeside()
  const from = seenUpTo.get(postId)
  if (from === undefined) return null
  const count = view.comments.filter(({ at, by }) => at > from && view.people[by]?.id !== myId).length
  if (count === 0) return null
  const jump = () => {
    import('./jump.ts').then(({ jumpToNew }) => jumpToNew(1)).catch(reportError)
  }
  return (
    <p className="new-since meta">
      <b>{count} new</b> since your last visit{' '}
      <button type="button" className="linkish" onClick={jump} title="Next new comment: n, the one before: p" aria-keyshortcuts="n">
        Next new
      </button>
    </p>
  )
}
