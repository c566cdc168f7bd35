import { makeId } from '#shared/kernel/ids.ts'
import type { Random } from './random.ts'

/** Ids as a device or the server makes them, from this run's luck. */
export function idMaker(random: Random): (now: number) => string {
  return (now) => makeId(now, random.bytes(10))
}
