import { Suspense, useState } from 'react'
import { latePart } from '../../ui/late-part.ts'
import { useBeside } from './beside.ts'
import type { ThreadView } from './thread-view.ts'

/** Nothing of it is needed before the device is there. */
const SinceChoice = latePart(() => import('./since-choice.tsx').then((part) => part.SinceChoice))

interface NewSinceProps {
  readonly postId: string
  readonly view: ThreadView
}

/**
 * "12 new since your last visit", or since whenever the reader says, and the way to them. Known
 * once the device is there.
 */
export function NewSince({ postId, view }: NewSinceProps) {
  const { seenUpTo, myId } = useBeside()
  const from = seenUpTo.get(postId)
  const [lastVisit, setLastVisit] = useState<{ readonly postId: string; readonly at: number } | null>(null)
  if (from === undefined || view.comments.length === 0) return null
  if (lastVisit?.postId !== postId) setLastVisit({ postId, at: from })
  const count = view.comments.filter(({ at, by }) => at > from && view.people[by]?.id !== myId).length
  const jump = () => {
    import('./jump.ts').then(({ jumpToNew }) => jumpToNew(1)).catch(reportError)
  }
  return (
    <p className="new-since meta">
      {count === 0 ? 'Nothing new' : <b>{count} new</b>} since{' '}
      <Suspense fallback="your last visit">
        <SinceChoice postId={postId} lastVisit={lastVisit?.at ?? from} />
      </Suspense>{' '}
      {count === 0 ? null : (
        <button type="button" className="linkish" onClick={jump} title="Next new comment (n); previous (p)" aria-keyshortcuts="n">
          Next new
        </button>
      )}
    </p>
  )
}
