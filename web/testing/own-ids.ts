/**
 * Where the ids of one test file begin. Files share the browser's databases, which are named by
 * account: what one has left queued or kept must not be found by the next.
 */
export const firstOwnId = 10_000 + 10_000 * Math.floor(Math.random() * 400_000)
