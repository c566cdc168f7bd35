/**
 * `answers`: the discussion of a question has two parts. `takes`: one thread of many in a list of
 * quick takes.
 */
export type Place = 'thread' | 'answers' | 'takes' | 'permalink'

/**
 * Where a comment's HTML stands among a page's bodies, and its id in the page: the block above a
 * post repeats comments of the thread below.
 */
export const bodyKey = (commentId: string, place: Place): string => (place === 'permalink' ? `${place}-${commentId}` : commentId)
