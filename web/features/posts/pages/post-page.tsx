import { Suspense, lazy, useCallback, useMemo, useRef } from 'react'
import { links } from '#shared/links.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { VoteKind } from '#shared/votes/schema.ts'
import { Body, SheetHere } from '../../../ui/body.tsx'
import { latePart } from '../../../ui/late-part.ts'
import { CommentForm } from '../../../blocks/comments/comment-form.tsx'
import { CommentThread } from '../../../blocks/comments/comment-thread.tsx'
import { Contained } from '../../../blocks/contained.tsx'
import { Discussion } from '../../../blocks/comments/discussion.tsx'
import { usePointedComment } from '../../../blocks/comments/use-pointed-comment.ts'
import { Place } from '../../../blocks/places/place.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { counted } from '../../../blocks/counts.ts'
import { parentBodyKey } from '../../../blocks/discussion/discussion-keys.ts'
import { ReactionsOnPage } from '../../../blocks/reactions/reactions-on-page.tsx'
import { VoteControls } from '../../../blocks/votes/vote-controls.tsx'
import type { VoteTarget } from '../../../blocks/votes/cast-vote.ts'
import { useAnswer, useBodies, usePage } from '../../../data/page.ts'
import { ContentsRail, afterPost } from '../../../blocks/essay/contents.tsx'
import { EndMatter } from '../parts/end-matter.tsx'
import { PostHeader } from '../parts/post-header.tsx'
import { useEssay } from '../../../blocks/essay/use-essay.ts'
import type { PostPageData } from '../post-page-data.ts'
import type { loadPost } from '../post.load.ts'

/** Few posts are one. */
const DialogueText = lazy(() => import('../parts/dialogue-text.tsx').then((part) => ({ default: part.DialogueText })))

/** Only after a form that was sent without a script. */
const LocalRefusal = latePart(() => import('../parts/local-refusal.tsx').then((part) => part.LocalRefusal))

/** Only questions have some. */
const RelatedQuestions = latePart(() => import('../parts/related-questions.tsx').then((part) => part.RelatedQuestions))

/** An essay and its discussion. */
export default function PostPage() {
  const page = usePage<typeof loadPost>()
  const bodies = useBodies()
  const { post, revision, discussion, permalink } = page
  const { form } = useAnswer()
  const main = useRef<HTMLElement>(null)
  useEssay(main, revision.id, {
    postId: post.id,
    polls: page.polls,
    predictions: page.predictions,
    isPublished: post.status === 'published',
    words: page.words,
    minutes: page.minutes,
    hasContents: page.contents.length > 0,
  })
  useHoverCards()
  usePointedComment(post)
  const find = useVoteTargets(page)
  const comment = permalink?.kind === 'found' ? permalink : null
  const posts = useMemo(() => [post.id], [post.id])
  const answers = page.answers?.view.comments
  const said = useMemo(
    () => (answers === undefined ? discussion.comments : [...answers, ...discussion.comments]),
    [answers, discussion.comments],
  )
  return (
    <ReactionsOnPage said={page.reactions} postId={post.id} comments={said} posts={posts}>
      <ContentsRail
        title={page.title}
        contents={page.contents}
        answers={page.answers?.view ?? null}
        after={afterPost(post.commentCount - (page.answers?.size ?? 0))}
      />
      <main id="main" className="col" tabIndex={-1} ref={main}>
        {form === null ? null : (
          <Suspense>
            <LocalRefusal postId={post.id} />
          </Suspense>
        )}
        {permalink?.kind === 'missing' ? (
          <p className="notice-line">Comment not found. It may have been removed; its post is below.</p>
        ) : null}
        {comment === null ? null : (
          <Contained what="this comment" of={comment.view}>
            <Permalink page={page} comment={comment} bodies={bodies} />
          </Contained>
        )}
        <article aria-labelledby="post-title">
          <Place on="post-top" given={{}} />
          <PostHeader page={page} />
          {kindFacts(post).hasTakes ? null : (
            <>
              <Place on="text-start" given={{}} />
              {page.dialogue === null ? (
                <Body
                  className="essay"
                  id="text"
                  name={revision.id}
                  html={bodies[revision.id]}
                  version={revision.id}
                  lang={post.lang}
                  dir={post.direction}
                />
              ) : (
                <Suspense>
                  <DialogueText page={page} dialogue={page.dialogue} bodies={bodies} />
                </Suspense>
              )}
              {comment === null ? (
                <>
                  <SheetHere name="foot" />
                  <SheetHere name="discussion" />
                </>
              ) : null}
              <div className="read-bar" aria-hidden="true" />
              <Place on="text-end" given={{ post, textVersion: `${revision.id} ${page.dialogue?.messages.length ?? 0}` }} />
              <EndMatter page={page} />
              {page.related === null ? null : (
                <Suspense>
                  <SheetHere name="lists" />
                  <RelatedQuestions page={page} related={page.related} />
                </Suspense>
              )}
            </>
          )}
        </article>
        <Contained what="the discussion" of={discussion}>
          <Discussion
            post={post}
            view={discussion}
            answers={page.answers}
            bodies={bodies}
            order={page.order}
            pointedAt={null}
            more={page.moreComments}
          />
        </Contained>
        {page.authors[0] === undefined ? null : <Place on="post-end" given={{ author: page.authors[0] }} />}
        <VoteControls find={find} />
      </main>
    </ReactionsOnPage>
  )
}

interface PermalinkProps {
  readonly page: PostPageData
  readonly comment: Extract<PostPageData['permalink'], { readonly kind: 'found' }>
  readonly bodies: Readonly<Record<string, string>>
}

/**
 * The comment that the address names, above the post, with what answers it and a form to answer.
 */
function Permalink({ page, comment: { commentId, view, parent }, bodies }: PermalinkProps) {
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
      {parent === null ? null : (
        <details className="discussion-parent">
          <summary>
            <span>Show parent</span> by {parent.name}
          </summary>
          {parent.isRemoved ? (
            <p className="soft">It was removed.</p>
          ) : (
            <Body className="c-body" name={parentBodyKey(commentId)} html={bodies[parentBodyKey(commentId)]} version={parent.version} />
          )}
          <p className="meta">
            <a href={links.comment(post, parent.id)}>See all replies</a>
          </p>
        </details>
      )}
      <CommentThread post={post} view={view} bodies={bodies} place="permalink" pointedAt={commentId} />
      {root?.removed === undefined && !post.commentsLocked && post.status === 'published' ? (
        <CommentForm postId={post.id} parentId={commentId} to={author?.name ?? 'this comment'} id="reply" />
      ) : null}
    </section>
  )
}

/** What may be voted on here, looked up when a button is pressed. */
function useVoteTargets({
  post,
  tally,
  discussion,
  answers,
  permalink,
}: PostPageData): (kind: VoteKind, id: string) => VoteTarget | undefined {
  const views = useMemo(
    () => [discussion, ...(answers === null ? [] : [answers.view]), ...(permalink?.kind === 'found' ? [permalink.view] : [])],
    [discussion, answers, permalink],
  )
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
