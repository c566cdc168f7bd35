import * as z from 'zod/mini'
import { breakable } from './breakable.ts'
import { isId } from './ids.ts'

/** Field types that every domain uses. */
export const Id = z.string().check(z.refine(isId, 'not an id'))

/** ms since 1970 UTC. */
export const Time = z.number().check(z.int(), z.nonnegative())

/**
 * One line as a person typed it: trimmed, NFC, without control or direction-override characters,
 * `min` to `max` characters.
 */
export function line(min: number, max: number) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => breakable(text.normalize('NFC')).replace(unseen, '').replace(/\s+/gu, ' ').trim()),
      z.string().check(z.minLength(min), z.maxLength(max)),
    ),
  )
}

/**
 * Several lines of plain text: NFC, lines ended by one character, without controls or direction
 * overrides, at most `max` characters.
 */
export function prose(max: number) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => breakable(text.normalize('NFC')).replace(/\r\n?/gu, '\n').replace(unseenInLines, '').trim()),
      z.string().check(z.maxLength(max)),
    ),
  )
}

// Controls but the line feed, and what is unseen otherwise.
const unseenInLines = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/gu

/** Nothing stands in it twice. */
export const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length

// C0, C1, BOM, zero-width space, direction overrides and isolates: unseen, and able to disguise
// what is seen. U+200C and U+200D stay: Persian and emoji need them.
const unseen = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u200B\u2028-\u202E\u2066-\u2069\uFEFF]/gu
