import { Suspense, useMemo } from 'react'
import { CommentLine } from '../../../blocks/posts/comment-line.tsx'
import type { CommentLineView } from '../../../blocks/posts/comment-line-view.ts'
import { useViewer } from '../../../data/viewer.ts'
import { latePart } from '../../../ui/late-part.ts'

const LineActs = latePart(() => import('./line-acts.tsx').then((part) => part.LineActs))
const LineVotes = latePart(() => import('./line-acts.tsx').then((part) => part.LineVotes))

interface StripLineProps {
  readonly said: CommentLineView
  readonly now: number | null
}

/** A line of the front page: members vote on it there, and one press leads to answering. */
export function StripLine({ said, now }: StripLineProps) {
  const viewer = useViewer()
  if (viewer.kind === 'visitor') return <CommentLine said={said} now={now} />
  return (
    <CommentLine said={said} now={now}>
      <Suspense>
        <LineActs said={said} />
      </Suspense>
    </CommentLine>
  )
}

interface StripVotesProps {
  readonly takes: readonly CommentLineView[]
  readonly discussed: readonly { readonly said: readonly CommentLineView[] }[]
}

/** Once on a page, for members. */
export function StripVotes({ takes, discussed }: StripVotesProps) {
  const viewer = useViewer()
  const lines = useMemo(() => [...takes, ...discussed.flatMap(({ said }) => said)], [takes, discussed])
  if (viewer.kind === 'visitor' || lines.length === 0) return null
  return (
    <Suspense>
      <LineVotes lines={lines} />
    </Suspense>
  )
}
