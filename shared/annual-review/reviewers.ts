/** Who has written the reviews of a year, and which posts of it still need one. */
import { reviewConfig } from './config.ts'
import type { ReviewCandidate } from './schema.ts'

export interface RatedReview {
  readonly id: string
  readonly authorId: string
  readonly karma: number
}

export interface Reviewer<Review extends RatedReview> {
  readonly authorId: string
  /** Of their reviews together. */
  readonly karma: number
  /** The best first. */
  readonly reviews: readonly Review[]
}

/** Those whose reviews have the most karma first. */
export function rankReviewers<Review extends RatedReview>(reviews: readonly Review[]): readonly Reviewer<Review>[] {
  const byAuthor = Map.groupBy(reviews, ({ authorId }) => authorId)
  return [...byAuthor]
    .map(([authorId, written]) => ({
      authorId,
      karma: written.reduce((sum, { karma }) => sum + karma, 0),
      reviews: written.toSorted((a, b) => b.karma - a.karma || (a.id < b.id ? -1 : 1)),
    }))
    .toSorted((a, b) => b.karma - a.karma || b.reviews.length - a.reviews.length || (a.authorId < b.authorId ? -1 : 1))
}

/** Whether a post needs a review soon: nominated, well liked, and without one. */
export function needsReviewSoon({ positiveCount, reviewCount = 0, score = 0 }: Omit<ReviewCandidate, 'id' | 'postId'>): boolean {
  return positiveCount >= reviewConfig.positiveVotes.reviews && reviewCount === 0 && score >= reviewConfig.quickReviewScore
}

interface Known {
  readonly isRead: boolean
  /** How the viewer has voted on the post itself, −2 to 2. */
  readonly karmaVote: number
  /** Of the viewer in the review; 0: none. */
  readonly score: number
  readonly karma: number
}

/** What a member is most likely to have something to say about first. */
export function byFamiliarity<Row extends Known>(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((a, b) => Number(b.isRead) - Number(a.isRead) || b.karmaVote - a.karmaVote || b.score - a.score || b.karma - a.karma)
}
