import type { CommentInPlace } from '#shared/comments/queries.ts'
import { shownScore } from '#shared/comments/scores.ts'
import { excerpt } from '#shared/text/measure.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { PersonView } from '../people.ts'
import { personView } from '../people.ts'

/** A comment or quick take as one line of a list: who, when, and how it begins. */
export interface CommentLineView {
  readonly id: string
  readonly post: {
    readonly id: string
    readonly slug: string | null
    readonly title: string
    readonly lang: string
    readonly dir: 'ltr' | 'rtl'
  }
  /** What a link leads to: a quick take has its own place under the hidden post of its author. */
  readonly isTake: boolean
  readonly by: PersonView
  readonly at: number
  /** `null`: hidden by the authors of its post. */
  readonly score: number | null
  readonly replyCount: number
  readonly text: string
}

export function commentLineView({ comment, post, author, tally }: CommentInPlace, maxCharacters: number): CommentLineView {
  return {
    id: comment.id,
    post: { id: post.id, slug: post.slug, title: post.title === '' ? 'Untitled' : post.title, lang: post.lang, dir: post.direction },
    isTake: kindFacts(post).hasTakes,
    by: personView(author),
    at: comment.postedAt,
    score: shownScore(tally),
    replyCount: comment.replyCount,
    text: excerpt(comment.body, maxCharacters),
  }
}
