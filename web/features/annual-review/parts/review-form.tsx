import { useId, useState } from 'react'
import type { ReviewPlan } from '#shared/annual-review/schema.ts'
import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'
import { FormatChoice, MarkdownField } from '../../../blocks/comments/markdown-field.tsx'
import { SavedWords } from '../../../blocks/comments/saved-words.tsx'
import { useCompose } from '../../../blocks/comments/use-compose.ts'
import '../annual-review.css'
import { Refusal } from '../../../blocks/forms/refusal.tsx'

interface ReviewFormProps {
  readonly post: Post
  readonly year: number
  /** What is set for the year, so that a device can judge. */
  readonly plan: ReviewPlan | null
  /** It was opened by a press: the field takes the focus. */
  readonly isOpened?: boolean
}

const prompts = [
  'What does this post add to the conversation?',
  'How did this post affect you, your thinking, and your actions?',
  'Is it right? How do you know?',
  'Which part of its claim could be tested?',
  'What follow-up work should exist?',
]

/** Writing a review of a post, with questions to begin from. */
export function ReviewForm({ post, year, plan, isOpened = false }: ReviewFormProps) {
  const fieldId = useId()
  const [doneAt, setDoneAt] = useState<string | null>(null)
  const { form, error, values, from, place, isBack, isSending, isSlow, isSendingPlainly, isNotSent } = useCompose({
    mutation: 'comments.postReview',
    fields: { postId: post.id, year: String(year) },
    isOpened,
    // A device says `#ID`, a server the whole address.
    onDone: (location) => setDoneAt(location.startsWith('#') ? links.commentInThread(post, location.slice(1)) : location),
    send: (mutations, device, data) =>
      mutations.postReviewOnDevice(device, { post, plan, year, markdown: String(data.get('markdown') ?? '') }),
  })
  return (
    <form className="compose review-form" id="write-review" aria-label={`Review of ${year}`} {...form}>
      <input type="hidden" name="postId" value={post.id} />
      <input type="hidden" name="year" value={year} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} fieldIds={{ markdown: fieldId, body: fieldId }} isNotSent={isNotSent} />
      <p>
        A review is a comment on the post. For a longer one, <a href={links.newLongformReview()}>write a post</a>. You don’t have to answer
        these:
      </p>
      <ul className="review-prompts">
        {prompts.map((prompt) => (
          <li key={prompt}>{prompt}</li>
        ))}
      </ul>
      <MarkdownField
        id={fieldId}
        name="markdown"
        label="Your review"
        rows={4}
        required
        maxLength={100_000}
        defaultValue={values['markdown']}
        dir="auto"
        error={error}
      />
      <div className="compose-acts">
        <button className="btn primary" aria-disabled={isSending || undefined}>
          {isSendingPlainly || isSlow ? 'Sending…' : 'Post review'}
        </button>
        <p className="meta soft">
          <SavedWords place={place} isBack={isBack} isSlow={isSlow} />
          <FormatChoice />
        </p>
      </div>
      <p role="status">
        {doneAt === null ? null : (
          <>
            Your review is among the post’s comments. <a href={doneAt}>Show it</a>
          </>
        )}
      </p>
    </form>
  )
}
