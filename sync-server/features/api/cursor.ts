import { AppError } from '#shared/kernel/errors.ts'

/** How far a list may be walked: the work for each further page grows. */
const farthest = 10_000

/**
 * A place in a list. It holds a number and nothing else: whoever makes one up gets a page that they
 * could have asked for.
 */
export function cursorAt(offset: number): string | null {
  return offset > farthest ? null : Buffer.from(`at ${offset}`).toString('base64url')
}

/** @throws AppError 'invalid' with `cursor`. */
export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const offset = Number(/^at (\d{1,5})$/u.exec(Buffer.from(cursor, 'base64url').toString())?.[1] ?? Number.NaN)
  if (!Number.isInteger(offset) || offset > farthest) throw new AppError('invalid', { field: 'cursor' })
  return offset
}
