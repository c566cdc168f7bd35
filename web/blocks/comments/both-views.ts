import type { ThreadView } from './thread-view.ts'

/**
 * Two parts of one discussion as one, for what looks at all of it: what is new, my votes, hints.
 */
export function bothViews(first: ThreadView, second: ThreadView): ThreadView {
  const by = first.people.length
  return {
    people: [...first.people, ...second.people],
    comments: [...first.comments, ...second.comments.map((comment) => ({ ...comment, by: comment.by + by }))],
  }
}
