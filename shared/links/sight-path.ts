/**
 * Where a browser says how long a post was in sight; alone in a file, since the light script needs
 * no other address. @param seconds whole
 */
export const sightPath = (postId: string, seconds?: number): string => `/api/sight/${postId}${seconds === undefined ? '' : `?s=${seconds}`}`
