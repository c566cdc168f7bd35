export type Place = 'thread' | 'permalink'

/** Where a comment's HTML stands among a page's bodies, and its id in the page: the block above a post repeats comments of the thread below. */
export const bodyKey = (commentId: string, place: Place): string => (place === 'thread' ? commentId : `${place}-${commentId}`)
