/**
 * Scores that a post's authors hide: where a comment is read, its sums are replaced by these, so
 * that nothing that shows, orders or folds by them has to ask. Stored tallies are left as they are.
 */
import type { Post } from '../posts/schema.ts'
import type { Tally } from '../votes/schema.ts'

/**
 * As a page may show it. A hidden one counts as if only its author had voted, also in lists that
 * ask for a score.
 */
export interface ShownTally extends Tally {
  readonly hasHiddenScore?: true
}

export type HidesScores = Pick<Post, 'hidesCommentScores'>

export const hidesScores = (post: HidesScores | undefined): boolean => post?.hidesCommentScores === true

/** @param post under which the comment stands; `undefined`: it is not here. */
export function shownTally(tally: Tally, post: HidesScores | undefined): ShownTally {
  if (!hidesScores(post)) return tally
  const { id, targetKind, postId } = tally
  const sums = { baseScore: 1, approvalVoteCount: 1, agreement: 0, agreementVoteCount: 0, maxBaseScore: 1 }
  return { id, targetKind, postId, ...sums, hasHiddenScore: true }
}

/** `null`: it is not to be shown. */
export const shownScore = ({ baseScore, hasHiddenScore }: Pick<ShownTally, 'baseScore' | 'hasHiddenScore'>): number | null =>
  hasHiddenScore === true ? null : baseScore
