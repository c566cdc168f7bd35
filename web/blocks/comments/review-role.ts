/** What stands beside the name of a comment's author. Nobody reviews a post of their own. */
export type CommentRole = 'author' | 'moderator' | ReviewRole | `moderator, ${ReviewRole}`
export type ReviewRole = `review of ${number}` | `highlighted review of ${number}`

/** @param isHighlighted by its karma, where that is shown */
export const reviewRole = (year: number, isHighlighted = false): ReviewRole =>
  isHighlighted ? `highlighted review of ${year}` : `review of ${year}`

export const isReview = (role: CommentRole | undefined): boolean => role?.includes('review') === true
