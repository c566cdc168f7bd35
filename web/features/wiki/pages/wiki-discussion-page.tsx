import { useCallback, useMemo } from 'react'
import { links } from '#shared/links.ts'
import type { VoteKind } from '#shared/votes/schema.ts'
import { CommentForm } from '../../../blocks/comments/comment-form.tsx'
import { CommentThread } from '../../../blocks/comments/comment-thread.tsx'
import { Discussion } from '../../../blocks/comments/discussion.tsx'
import { usePointedComment } from '../../../blocks/comments/use-pointed-comment.ts'
import { Contained } from '../../../blocks/contained.tsx'
import { RefusalWords } from '../../../blocks/forms/refusal-words.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { ReactionsOnPage } from '../../../blocks/reactions/reactions-on-page.tsx'
import { VoteControls } from '../../../blocks/votes/vote-controls.tsx'
import type { VoteTarget } from '../../../blocks/votes/cast-vote.ts'
import { useBodies, usePage, useRefusedForm } from '../../../data/page.ts'
import type { loadWikiDiscussion } from '../discussion.load.ts'
import { PageTabs } from '../../../blocks/wiki/page-tabs.tsx'

type Page = ReturnType<typeof usePage<typeof loadWikiDiscussion>>

const noPosts = [] as const

/** What is said about a page of the wiki. */
export default function WikiDiscussionPage() {
  const page = usePage<typeof loadWikiDiscussion>()
  const bodies = useBodies()
  const { post, discussion, permalink, lens } = page
  useHoverCards()
  usePointedComment(post)
  const find = useVoteTargets(page)
  const refused = useRefusedForm('comments.post', { postId: post.id })
  return (
    <ReactionsOnPage said={page.reactions} postId={post.id} comments={discussion.comments} posts={noPosts}>
      <p className="meta crumbs">
        <a href={links.wikiTags()}>Wiki</a>
        <span className="soft"> / </span>
        <a href={links.wiki(page.page.slug)} dir="auto">
          {page.page.name}
        </a>
      </p>
      <h1 className="page-title" dir="auto">
        {lens?.name ?? page.page.name}
      </h1>
      <PageTabs slug={page.page.slug} lens={lens?.slug ?? null} current="talk" commentCount={post.commentCount} />
      <p className="stand">Ask questions about the page or propose changes.</p>
      {refused?.error ? (
        <p className="notice-line danger" role="alert">
          Your comment was not sent. <RefusalWords of={refused.error} />
        </p>
      ) : null}
      {permalink === null ? null : (
        <section className="permalink" aria-label="A comment">
          <p className="meta soft permalink-head">
            <span>A comment</span>
            <a href={links.wikiDiscussion(page.page.slug, { lens: lens?.slug })}>See full discussion</a>
          </p>
          <CommentThread post={post} view={permalink.view} bodies={bodies} place="permalink" pointedAt={permalink.commentId} />
          {permalink.view.comments[0]?.removed === undefined && !post.commentsLocked ? (
            <CommentForm postId={post.id} parentId={permalink.commentId} to="this comment" id="reply" />
          ) : null}
        </section>
      )}
      <Contained what="the discussion" of={discussion}>
        <Discussion
          post={post}
          view={discussion}
          answers={null}
          bodies={bodies}
          order={page.order}
          pointedAt={null}
          more={page.moreComments}
        />
      </Contained>
      <VoteControls find={find} />
    </ReactionsOnPage>
  )
}

function useVoteTargets({ discussion, permalink }: Page): (kind: VoteKind, id: string) => VoteTarget | undefined {
  const views = useMemo(() => (permalink === null ? [discussion] : [discussion, permalink.view]), [discussion, permalink])
  return useCallback(
    (kind, id) => {
      if (kind === 'post') return undefined
      for (const view of views) {
        const said = view.comments.find((comment) => comment.id === id)
        if (said !== undefined) return { kind, id, said, authorIds: [view.people[said.by]?.id ?? ''] }
      }
      return undefined
    },
    [views],
  )
}
