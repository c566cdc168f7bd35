/**
 * Where the HTML of what a comment answers stands among a page's bodies: it may be listed itself as
 * well.
 */
export const parentBodyKey = (commentId: string): string => `parent-${commentId}`
