/** What stands beside the name of a comment's author. Nobody reviews a post of their own. */
export type CommentRole = 'author' | 'moderator' | ReviewRole | `moderator, ${ReviewRole}`
type ReviewRole = `review of ${number}`

export const reviewRole = (year: number): ReviewRole => `review of ${year}`
