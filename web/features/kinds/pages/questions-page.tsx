import { links } from '#shared/links.ts'
import { PostList } from '../../../blocks/posts/post-list.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { usePage } from '../../../data/page.ts'
import type { loadQuestions } from '../questions.load.ts'

/** Questions: the well-liked ones, and those somebody has just said something to. */
export default function QuestionsPage() {
  const { top, recent, includesRelated, topKarma, byKarma, byDate } = usePage<typeof loadQuestions>()
  useHoverCards()
  return (
    <>
      <div className="head first-head">
        <h1 className="page-title">Questions</h1>
        <a className="btn" href={links.newPost('question')}>
          Ask a question
        </a>
      </div>
      {recent.length === 0 ? <p className="empty">No questions yet.</p> : null}
      {top.length === 0 ? null : (
        <section aria-labelledby="top-questions">
          <h2 className="section" id="top-questions" title={`With ${topKarma} points or more, by newest comment`}>
            Top questions
          </h2>
          <PostList rows={top} more={null} />
        </section>
      )}
      {recent.length === 0 ? null : (
        <section aria-labelledby="recent-questions">
          <h2 className="section" id="recent-questions">
            Recent activity
          </h2>
          <PostList rows={recent} more={null} />
        </section>
      )}
      <p className="page-acts meta">
        All questions <a href={byKarma}>by karma</a> or <a href={byDate}>by date</a>.{' '}
        {includesRelated ? (
          <a href={links.questions()}>Hide related questions</a>
        ) : (
          <a href={links.questions({ includeRelatedQuestions: true })}>Include related questions</a>
        )}
      </p>
    </>
  )
}
