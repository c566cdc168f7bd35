/** What stands beside the name of a comment's author. A review is never of the author's own post. */
export type CommentRole = 'author' | 'moderator' | ReviewRole | `moderator, ${ReviewRole}`
type ReviewRole = `review of ${number}`

export const reviewRole = (year: number): ReviewRole => `review of ${year}`
