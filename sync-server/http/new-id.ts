import { randomBytes } from 'node:crypto'
import { makeId } from '#shared/kernel/ids.ts'

/** An id for a row that a plain form makes. */
export function newId(now: number): string {
  return makeId(now, randomBytes(10))
}
