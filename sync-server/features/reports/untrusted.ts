import type { JsonObject } from './envelope.ts'
import { scrubText } from '#shared/reports/scrub-text.ts'

/**
 * Reading what a stranger's JSON says: whatever is not as expected is absent, and every text is
 * cut, whole Unicode and scrubbed.
 */

export function objectIn(value: unknown): JsonObject {
  // An object and no list: its fields are unknown still.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

export function listIn(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}

/** Lists come plain, or as the `values` of an object. The last ones count. */
export function lastIn(value: unknown, most: number): readonly unknown[] {
  const list: unknown = Array.isArray(value) ? value : objectIn(value)['values']
  return Array.isArray(list) ? list.slice(-most) : []
}

export function textIn(value: unknown, most: number): string {
  const text = typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return scrubText(storable(text, most))
}

/** One line. */
export const lineIn = (value: unknown, most: number): string => textIn(value, most).replace(/\s+/gu, ' ').trim()

/** As it was typed, but cut, and without what a store cannot hold. */
export function storable(text: string, most: number): string {
  return text.slice(0, most).replaceAll('\0', '').toWellFormed()
}

export function numberIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 10_000_000 ? value : null
}

/**
 * Seconds since 1970, or a date as text; `null` for what is older than `retentionMs` or yet to
 * come.
 */
export function timeIn(value: unknown, now: number, retentionMs: number): number | null {
  const ms = typeof value === 'number' ? value * 1_000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return ms > now - retentionMs && ms <= now + 60_000 ? Math.min(now, Math.round(ms)) : null
}

/** Tags: pairs, or an object. */
export function pairsIn(value: unknown, most: number): readonly (readonly [string, string])[] {
  const pairs = Array.isArray(value)
    ? value.filter((pair): pair is readonly unknown[] => Array.isArray(pair))
    : Object.entries(objectIn(value))
  return pairs
    .slice(0, most)
    .map(([name, word]) => [lineIn(name, 60), lineIn(word, 200)] as const)
    .filter(([name, word]) => name !== '' && word !== '')
}
