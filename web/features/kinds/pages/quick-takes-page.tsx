import { useCallback, useEffect, useMemo } from 'react'
import { links } from '#shared/links.ts'
import type { VoteKind } from '#shared/votes/schema.ts'
import { CommentThread } from '../../../blocks/comments/comment-thread.tsx'
import { FreshTakes } from '../../../blocks/comments/fresh-takes.tsx'
import { QuickTakeForm } from '../../../blocks/comments/quick-take-form.tsx'
import { commentIdOf, useArrival } from '../../../blocks/comments/use-arrival.ts'
import { Contained } from '../../../blocks/contained.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import type { VoteTarget } from '../../../blocks/votes/cast-vote.ts'
import { VoteControls } from '../../../blocks/votes/vote-controls.tsx'
import { useBodies, usePage } from '../../../data/page.ts'
import { askVotesSince, useViewer } from '../../../data/viewer.ts'
import type { loadQuickTakes } from '../quick-takes.load.ts'
import { useDiscussionLife } from '../use-discussion-life.ts'

type TakesData = ReturnType<typeof usePage<typeof loadQuickTakes>>

/** Everybody's quick takes with what was said to them, and the place to write one. */
export default function QuickTakesPage() {
  const { threads, more } = usePage<typeof loadQuickTakes>()
  const bodies = useBodies()
  useHoverCards()
  useDiscussionLife(threads)
  useMyVotes(threads)
  const known = useMemo(() => new Set(threads.flatMap(({ view }) => view.comments.map(({ id }) => id))), [threads])
  const find = useTargets(threads)
  const expect = useArrival(threads)
  return (
    <>
      <h1 className="page-title">Quick takes</h1>
      <QuickTakeForm onDone={(location) => expect(commentIdOf(location))} />
      <FreshTakes known={known} />
      {threads.length === 0 ? <p className="empty">No quick takes yet.</p> : null}
      {threads.map(({ post, view }) => (
        <Contained key={view.comments[0]?.id} what="this quick take" of={view} as="div">
          <CommentThread post={post} view={view} bodies={bodies} place="takes" />
          <p className="meta soft">
            <a href={links.post(post)}>More by {view.people[view.comments[0]?.by ?? 0]?.name ?? 'this member'}</a>
          </p>
        </Contained>
      ))}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More quick takes</MoreLink>
        </p>
      )}
      <VoteControls find={find} />
    </>
  )
}

function useTargets(threads: TakesData['threads']): (kind: VoteKind, id: string) => VoteTarget | undefined {
  const known = useMemo(
    () =>
      new Map(
        threads.flatMap(({ view }) =>
          view.comments.map(
            (said) => [said.id, { kind: 'comment', id: said.id, said, authorIds: [view.people[said.by]?.id ?? ''] }] as const,
          ),
        ),
      ),
    [threads],
  )
  return useCallback((kind, id) => (kind === 'comment' ? known.get(id) : undefined), [known])
}

/** The page is the same for all; which of these votes are mine the server says. */
function useMyVotes(threads: TakesData['threads']): void {
  const isMember = useViewer().kind === 'member'
  const oldest = Math.min(...threads.flatMap(({ view }) => view.comments.map(({ at }) => at)))
  useEffect(() => {
    if (isMember && Number.isFinite(oldest)) void askVotesSince(oldest)
  }, [isMember, oldest])
}
