import { setImmediate as nextTurn } from 'node:timers/promises'

const longestTurnMs = 8
let turnBeganAt = 0
let next: Promise<void> | undefined

/** What becomes of each, one after the other, with turns for others in between. */
export async function inTurns<T, Made>(items: readonly T[], make: (item: T) => Made): Promise<Made[]> {
  const made: Made[] = []
  for (const item of items) {
    await yieldToEventLoop()
    made.push(make(item))
  }
  return made
}

/**
 * Between the steps of work in the background: gives the turn to whoever waits for an answer, once
 * 8 ms have gone by. SQLite is read within the turn, so that a follower with a long way to catch up
 * would let nothing else of its thread happen, however often it awaits. One clock for all of them.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - turnBeganAt < longestTurnMs) return
  next ??= nextTurn().then(() => {
    next = undefined
    turnBeganAt = performance.now()
  })
  await next
}
