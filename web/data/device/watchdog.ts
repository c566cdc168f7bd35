import { DeviceTrouble } from './port.ts'

const ticks = 5

/**
 * @param tickMs five of them without an answer, and the database counts as stuck. Counted tick by tick: a laptop that slept ten hours
 * in between has had one of them.
 * @throws DeviceTrouble 'stuck'
 */
export function watched<T>(work: Promise<T>, tickMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let passed = 0
    const timer = setInterval(() => {
      passed += 1
      if (passed < ticks) return
      clearInterval(timer)
      reject(new DeviceTrouble('stuck'))
    }, tickMs)
    work.then(resolve, reject).finally(() => clearInterval(timer))
  })
}
