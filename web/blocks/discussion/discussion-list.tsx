import type { MouseEvent } from 'react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import type { VoteKind } from '#shared/votes/schema.ts'
import { Contained } from '../contained.tsx'
import { CommentForm } from '../comments/comment-form.tsx'
import type { ThreadPerson } from '../comments/thread-view.ts'
import { commentIdOf, useArrival } from '../comments/use-arrival.ts'
import { ReactionsOnPage } from '../reactions/reactions-on-page.tsx'
import type { VoteTarget } from '../votes/cast-vote.ts'
import { VoteControls } from '../votes/vote-controls.tsx'
import { VoteForm } from '../votes/vote-form.tsx'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { useDevice } from '../../data/device/use-device.ts'
import { askVotesSince, useViewer } from '../../data/viewer.ts'
import { useNow } from '../../ui/clock.ts'
import { DiscussionEntry } from './discussion-entry.tsx'
import type { DiscussionComment, DiscussionView } from './discussion-view.ts'

const none: readonly never[] = []

interface DiscussionListProps {
  readonly view: DiscussionView
  readonly bodies: Readonly<Record<string, string>>
  /** Path of the page, where plain forms come back to. */
  readonly from: string
}

/** Comments out of their threads, to be read, voted on and answered in place. */
export function DiscussionList({ view, bodies, from }: DiscussionListProps) {
  const now = useNow()
  const [reply, setReply] = useState<ReplyPlace | null>(null)
  const known = useMemo(() => commentsById(view), [view])
  const find = useCallback(
    (kind: VoteKind, id: string): VoteTarget | undefined => {
      const entry = kind === 'comment' ? known.get(id) : undefined
      return entry && { kind: 'comment', id, said: entry.comment, authorIds: [entry.author?.id ?? ''] }
    },
    [known],
  )
  const expect = useArrival(view)
  useMyVotes(view)
  useMyAnswers()
  const posts = useMemo(() => [...new Set(view.items.map(({ post }) => post.id))], [view])
  const answered = reply === null ? undefined : known.get(reply.commentId)
  return (
    <ReactionsOnPage said={view.reactions} postId={null} comments={none} posts={posts}>
      <VoteForm from={from}>
        <ul className="thread talk" onClick={(event) => openReply(event, setReply)}>
          {view.items.map((item) => (
            <Contained key={item.comment.id} what="this comment" of={item} as="li">
              <DiscussionEntry item={item} people={view.people} bodies={bodies} now={now} known={known} />
            </Contained>
          ))}
        </ul>
      </VoteForm>
      {reply === null || answered === undefined
        ? null
        : createPortal(
            <CommentForm
              key={reply.commentId}
              postId={answered.postId}
              parentId={reply.commentId}
              to={answered.author?.name ?? 'this comment'}
              isOpened
              onClose={() => {
                setReply(null)
                reply.opener.focus()
              }}
              onDone={(location) => {
                setReply(null)
                expect(commentIdOf(location))
              }}
            />,
            reply.slot,
          )}
      <VoteControls find={find} />
    </ReactionsOnPage>
  )
}

/**
 * The page is the same for all; which of these votes are mine the server says, for a device that is
 * new may not have them yet.
 */
function useMyVotes({ items }: DiscussionView): void {
  const isMember = useViewer().kind === 'member'
  const oldest = Math.min(...items.flatMap(({ comment, replies }) => [comment, ...replies]).map(({ at }) => at))
  useEffect(() => {
    if (isMember && Number.isFinite(oldest)) void askVotesSince(oldest)
  }, [isMember, oldest])
}

/** Those that were sent off before this page was opened, too: the device knows of them. */
function useMyAnswers(): void {
  const device = useDevice()
  useEffect(() => {
    if (device === null) return
    import('../comments/own-changes.ts').then(({ keepChangesTrue }) => keepChangesTrue(device)).catch(reportUnlessClosed)
  }, [device])
}

interface ReplyPlace {
  readonly commentId: string
  /** The empty place under the comment. */
  readonly slot: Element
  /** Gets the focus back. */
  readonly opener: HTMLElement
}

/**
 * Heard for the whole list. "Reply" is a link to the comment's own page, for those without a
 * script; a second press closes the form again.
 */
function openReply(event: MouseEvent, open: (place: ReplyPlace | null) => void): void {
  const { target } = event
  if (!(target instanceof Element) || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  const opener = target.closest<HTMLElement>('.c-reply')
  const commentId = opener?.closest<HTMLElement>('li[data-comment]')?.dataset['comment']
  const slot = opener?.closest('article')?.querySelector('.c-place')
  if (!opener || commentId === undefined || !slot) return
  event.preventDefault()
  open(slot.childElementCount > 0 ? null : { commentId, slot, opener })
}

interface Known {
  readonly comment: DiscussionComment
  readonly postId: string
  readonly author: ThreadPerson | undefined
}

function commentsById({ items, people }: DiscussionView): ReadonlyMap<string, Known> {
  return new Map(
    items.flatMap(({ comment, replies, post }) =>
      [comment, ...replies].map((one) => [one.id, { comment: one, postId: post.id, author: people[one.by] }] as const),
    ),
  )
}
