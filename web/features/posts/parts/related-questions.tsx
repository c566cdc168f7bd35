import { links } from '#shared/links.ts'
import { FollowButton } from '../../../blocks/follow/follow-button.tsx'
import type { PostPageData } from '../post-page-data.ts'

interface RelatedQuestionsProps {
  readonly page: PostPageData
  readonly related: NonNullable<PostPageData['related']>
}

/** What a question was asked under, what was asked under it, and the way to ask another. */
export function RelatedQuestions({ page: { post, title }, related: { parent, questions } }: RelatedQuestionsProps) {
  if (post.status !== 'published') return null
  return (
    <section className="discussion-sec" aria-labelledby="related-questions">
      <h2 className="section" id="related-questions">
        Related questions
      </h2>
      {parent === null ? null : (
        <p>
          <span className="soft">Asked under </span>
          <a href={parent.href} dir="auto">
            {parent.title}
          </a>
        </p>
      )}
      {questions.length === 0 ? null : (
        <ul className="plain-list">
          {questions.map((question) => (
            <li key={question.id}>
              <a href={question.href} dir="auto">
                {question.title}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="page-acts">
        <a className="btn quiet" href={links.newPost('question', { parentId: post.id })} rel="nofollow">
          Ask a related question
        </a>{' '}
        <FollowButton kind="question" id={post.id} name={`related questions of ${title}`} />
      </p>
    </section>
  )
}
