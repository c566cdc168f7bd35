/**
 * What a page could not save any more as it went away, in localStorage until the next page has put
 * it where it belongs: the one store that is written before `pagehide` returns. Never read as a
 * draft, and never a second copy of what is kept.
 */
import type { Typed } from '../merge-typed.ts'
import { currentMe } from '../viewer.ts'
import type { Base } from './typed-row.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface Bridged {
  readonly values: Typed
  readonly at: number
  /**
   * The owner's user id; absent while it is not known who is here: then it belongs to the next
   * reader that is.
   */
  readonly of?: string
  /** What the form knew to be kept at its place. */
  readonly base?: Base | undefined
}

const prefix = 'kept:'
const retentionMs = 30 * dayMs

/** This load of this page: two tabs that go away at once leave two. */
const pageId = Math.random().toString(36).slice(2)
const keyOf = (place: string): string => `${prefix}${place}#${pageId}`

/** Whether it could be. */
export function bridge(place: string, words: Bridged): boolean {
  try {
    const { viewer } = currentMe()
    localStorage.setItem(keyOf(place), JSON.stringify(viewer.kind === 'member' ? { ...words, of: viewer.userId } : words))
    return true
  } catch {
    return false // full or forbidden: the text is still in the field
  }
}

/** What this page bridged of a place is kept, or nobody's words any more. */
export function dropBridged(place: string): void {
  try {
    localStorage.removeItem(keyOf(place))
  } catch {
    // Forbidden: then nothing was bridged either.
  }
}

export interface FoundBridge {
  readonly key: string
  readonly place: string
  readonly words: Bridged
}

/** It is kept now; newer words of that page stay. */
export function unbridge({ key, words }: FoundBridge): void {
  if (parseBridged(localStorage.getItem(key))?.at === words.at) localStorage.removeItem(key)
}

/** Everything that belongs to the current reader. */
export function bridgedTexts(): readonly FoundBridge[] {
  return bridgedKeys().flatMap((key) => {
    const words = parseBridged(localStorage.getItem(key))
    return words === null || !isOurs(words) ? [] : [{ key, place: key.slice(prefix.length).replace(/#.*$/u, ''), words }]
  })
}

function isOurs({ of }: Bridged): boolean {
  const { viewer } = currentMe()
  return of === undefined || (viewer.kind === 'member' && viewer.userId === of)
}

/** Nobody comes back for it after so long. @param now ms since 1970 */
export function forgetOld(now: number): void {
  for (const key of bridgedKeys()) {
    const words = parseBridged(localStorage.getItem(key))
    if (words === null || now - words.at > retentionMs) localStorage.removeItem(key)
  }
}

export function forgetBridged(): void {
  for (const key of bridgedKeys()) localStorage.removeItem(key)
}

export function parseBridged(stored: string | null): Bridged | null {
  const value = stored === null ? null : parseJson(stored)
  if (typeof value !== 'object' || value === null || !('values' in value) || !('at' in value)) return null
  if (typeof value.at !== 'number' || typeof value.values !== 'object' || value.values === null) return null
  const of = 'of' in value && typeof value.of === 'string' ? { of: value.of } : {}
  return { values: textsIn(value.values), at: value.at, ...of, ...baseIn(value) }
}

function baseIn(value: object): { readonly base?: Base } {
  if (!('base' in value) || typeof value.base !== 'object' || value.base === null) return {}
  const { base } = value
  if (!('values' in base) || typeof base.values !== 'object' || base.values === null) return {}
  const version = 'version' in base && typeof base.version === 'number' ? { version: base.version } : {}
  return { base: { values: textsIn(base.values), ...version } }
}

const textsIn = (value: object): Typed =>
  Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))

function bridgedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
