import { useCallback, useMemo, useRef } from 'react'
import { links } from '#shared/links.ts'
import { Body } from '../../../ui/body.tsx'
import { CommentForm } from '../../../blocks/comments/comment-form.tsx'
import { CommentThread } from '../../../blocks/comments/comment-thread.tsx'
import { Contained } from '../../../blocks/contained.tsx'
import { Discussion } from '../../../blocks/comments/discussion.tsx'
import { usePointedComment } from '../../../blocks/comments/use-pointed-comment.ts'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { counted } from '../../../blocks/counts.ts'
import { RefusalWords } from '../../../blocks/forms/refusal-words.tsx'
import { VoteDesk } from '../../../blocks/votes/vote-desk.tsx'
import type { VoteTarget } from '../../../blocks/votes/cast-vote.ts'
import { useBodies, usePage, useRefusedForm } from '../../../data/page.ts'
import { ContentsRail } from '../parts/contents.tsx'
import { EndMatter } from '../parts/end-matter.tsx'
import { PostHeader } from '../parts/post-header.tsx'
import { useEssay } from '../parts/use-essay.ts'
import type { PostPageData } from '../post-page-data.ts'
import type { loadPost } from '../post.load.ts'

/** An essay and its discussion. */
export default function PostPage() {
  const page = usePage<typeof loadPost>()
  const bodies = useBodies()
  const { post, revision, talk, permalink } = page
  const main = useRef<HTMLElement>(null)
  useEssay(main, revision.id)
  useHoverCards()
  usePointedComment(post)
  const find = useVoteTargets(page)
  const comment = permalink?.kind === 'found' ? permalink : null
  return (
    <>
      <ContentsRail title={page.title} contents={page.contents} commentCount={post.commentCount} />
      <main id="main" className="col" tabIndex={-1} ref={main}>
        <RefusedHere postId={post.id} />
        {permalink?.kind === 'missing' ? (
          <p className="notice-line">The comment is not here. It may have been removed; the post it stood under is below.</p>
        ) : null}
        {comment === null ? null : (
          <Contained what="this comment" of={comment.view}>
            <Permalink page={page} commentId={comment.commentId} view={comment.view} bodies={bodies} />
          </Contained>
        )}
        <article aria-labelledby="post-title">
          <PostHeader page={page} />
          <Body className="essay" id="text" html={bodies[revision.id]} version={revision.id} lang={post.lang} dir={post.direction} />
          <div className="read-bar" aria-hidden="true" />
          <EndMatter page={page} />
        </article>
        <Contained what="the discussion" of={talk}>
          <Discussion post={post} view={talk} bodies={bodies} order={page.order} pointedAt={null} more={page.moreComments} />
        </Contained>
        <VoteDesk find={find} />
      </main>
    </>
  )
}

/** In answer to a form that was sent without a script and refused: said at the top, for the form itself is far below. */
function RefusedHere({ postId }: { readonly postId: string }) {
  const comment = useRefusedForm('comments.post', { postId })
  const vote = useRefusedForm('votes.set')
  const error = comment?.error ?? vote?.error
  if (!error) return null
  const parentId = comment?.values['parentId'] ?? ''
  return (
    <p className="notice-line danger" role="alert">
      {comment === null ? 'Your vote was not counted.' : 'Your comment was not sent.'} <RefusalWords of={error} />
      {comment === null ? null : <a href={parentId === '' ? '#new-comment' : '#reply'}>To what you wrote</a>}
    </p>
  )
}

interface PermalinkProps {
  readonly page: PostPageData
  readonly commentId: string
  readonly view: PostPageData['talk']
  readonly bodies: Readonly<Record<string, string>>
}

/** The comment that the address names, above the post, with what answers it and a form to answer. */
function Permalink({ page, commentId, view, bodies }: PermalinkProps) {
  const { post } = page
  const root = view.comments[0]
  const author = root === undefined ? undefined : view.people[root.by]
  return (
    <section className="permalink" aria-label={`Comment by ${author?.name ?? 'somebody'} on ${page.title}`}>
      <p className="meta soft permalink-head">
        <span>
          {root !== undefined && root.replyCount > 0 ? `A comment and ${counted(root.replyCount, 'reply', 'replies')}` : 'A comment'}
        </span>
        <a href={links.commentInThread(post, commentId)}>See in context</a>
      </p>
      <CommentThread post={post} view={view} bodies={bodies} place="permalink" pointedAt={commentId} />
      {root?.removed === undefined && !post.commentsLocked && post.status === 'published' ? (
        <CommentForm postId={post.id} parentId={commentId} to={author?.name ?? 'this comment'} id="reply" />
      ) : null}
    </section>
  )
}

/** What may be voted on here, looked up when a button is pressed. */
function useVoteTargets({ post, tally, talk, permalink }: PostPageData): (kind: 'post' | 'comment', id: string) => VoteTarget | undefined {
  const views = useMemo(() => (permalink?.kind === 'found' ? [talk, permalink.view] : [talk]), [talk, permalink])
  return useCallback(
    (kind, id) => {
      if (kind === 'post') return id === post.id ? { kind, id, said: tally, authorIds: [post.authorId, ...post.coauthorIds] } : undefined
      for (const view of views) {
        const said = view.comments.find((comment) => comment.id === id)
        if (said !== undefined) return { kind, id, said, authorIds: [view.people[said.by]?.id ?? ''] }
      }
      return undefined
    },
    [post, tally, views],
  )
}
