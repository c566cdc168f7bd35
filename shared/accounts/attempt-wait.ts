export interface AttemptLimit {
  /** Free tries within `windowMs`. */
  readonly max: number
  readonly windowMs: number
  /**
   * The wait after those, doubled by each further try, at most `windowMs`; 0: until the oldest of
   * `max` tries is out of the window.
   */
  readonly firstWaitMs: number
}

/** How long until one more try is taken, ms; 0 for now. `triedAt`: tries so far, newest first. */
export function attemptWaitMs(triedAt: readonly number[], limit: AttemptLimit, now: number): number {
  const recent = triedAt.filter((at) => at > now - limit.windowMs)
  const oldest = recent[limit.max - 1]
  const newest = recent[0]
  if (oldest === undefined || newest === undefined) return 0
  if (limit.firstWaitMs === 0) return Math.max(0, oldest + limit.windowMs - now)
  const wait = Math.min(limit.windowMs, limit.firstWaitMs * 2 ** (recent.length - limit.max))
  return Math.max(0, newest + wait - now)
}
