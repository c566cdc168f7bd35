/**
 * How long to wait before trying again: full jitter, so that devices that lost the server together
 * do not come back together (sync.md 1.5).
 */

const firstMs = 500
const maxMs = 30_000

/** @param tries failures so far, 0 for the first; `random` 0 to 1. In ms. */
export function retryPause(tries: number, random: number): number {
  return random * Math.min(maxMs, firstMs * 2 ** Math.min(tries, 10))
}

/** @param spreadMs the server's own wish, from `bye`; in ms. */
export function spreadPause(afterMs: number, spreadMs: number, random: number): number {
  return afterMs + random * spreadMs
}
