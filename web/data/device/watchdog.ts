import { DeviceTrouble } from './port.ts'

/** Ticks on time without an answer before the browser is asked, and after. */
const ticksBefore = 5
const ticksAfter = 2
/**
 * So many answers to the question restart the count; then the work is stuck although the browser
 * answers (another tab blocks it for good).
 */
const maxAnswers = 2

/** A clock that a test can set. */
export interface WatchdogClock {
  /** In ms, monotonic. */
  now(): number
  /** Calls `tick` every `ms` until the answer is called. */
  every(ms: number, tick: () => void): () => void
}

const deviceClock: WatchdogClock = {
  now: () => performance.now(),
  every(ms, tick) {
    const timer = setInterval(tick, ms)
    return () => clearInterval(timer)
  },
}

/**
 * A small question to the browser's databases, which none of them can block; it also wakes Safari's
 * database process.
 */
const askBrowser = (): Promise<unknown> | undefined => globalThis.indexedDB?.databases?.()

/**
 * Fails `work` as stuck after five ticks of `tickMs` without an answer, one question to the
 * browser, and two more ticks. An answer to the question restarts the count, twice at most: a slow
 * disk is not a stuck database. Ticks that fire late do not count: a busy page, a hidden tab or a
 * laptop that slept cannot have processed the answer.
 * @throws DeviceTrouble 'stuck'
 */
export function watched<T>(work: Promise<T>, tickMs: number, ask = askBrowser, clock = deviceClock): Promise<T> {
  // A timer of a few milliseconds (in tests) is often late by more than half.
  const maxTickMs = tickMs + Math.max(tickMs / 2, 50)
  return new Promise((resolve, reject) => {
    let remaining = ticksBefore
    let isAsking = false
    let answers = 0
    let tickedAt = clock.now()
    const stop = clock.every(tickMs, () => {
      const now = clock.now()
      const isOnTime = now - tickedAt <= maxTickMs
      tickedAt = now
      if (!isOnTime) return
      remaining -= 1
      if (remaining > 0) return
      if (isAsking || answers === maxAnswers) {
        stop()
        reject(new DeviceTrouble('stuck'))
        return
      }
      isAsking = true
      remaining = ticksAfter
      const answered = () => {
        answers += 1
        isAsking = false
        remaining = ticksBefore
      }
      // A question that fails is not an answer.
      ask()?.then(answered, () => undefined)
    })
    work.then(resolve, reject).finally(stop)
  })
}
