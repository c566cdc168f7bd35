/**
 * What a visitor has read in this browser, and where they stopped: in plain storage, which a light
 * page reads without the app's database (docs/decisions/0047-one-light-page.md). The app takes it
 * over when it opens a database here, and writes a visitor's own back into it; at sign-in it moves
 * into the account. Signing out removes it with the rest of the storage.
 */
import type { TextPlace } from '#shared/reading/text-place.ts'
import type { GuardedStorage } from './guarded-storage.ts'

export interface VisitorMark {
  readonly isRead: boolean
  /** `postedAt` of the newest comment that was there to be seen; 0: none. */
  readonly seenUpTo: number
  /** ms since 1970. */
  readonly readAt: number
}

export interface VisitorPlace {
  readonly place: TextPlace
  readonly isFinished: boolean
  /** ms since 1970. */
  readonly keptAt: number
}

/** By post. */
export interface VisitorReading {
  readonly marks: ReadonlyMap<string, VisitorMark>
  readonly places: ReadonlyMap<string, VisitorPlace>
}

export interface VisitorReadingStore {
  /** Whatever is missing or unreadable is absent. */
  readonly get: () => VisitorReading
  /** `null` removes it. */
  readonly setMark: (postId: string, mark: VisitorMark | null) => void
  readonly setPlace: (postId: string, place: VisitorPlace) => void
  readonly clear: () => void
}

const marksKey = 'visitor-marks'
const placesKey = 'visitor-places'
/** The oldest are removed beyond these. */
const maxMarks = 1_000
const maxPlaces = 100

/** @param storage `localStorage`, which may be full or forbidden: then nothing is remembered. */
export function visitorReadingIn(storage: GuardedStorage): VisitorReadingStore {
  const marks = () => readMap(storage.getItem(marksKey), markOf)
  const places = () => readMap(storage.getItem(placesKey), placeOf)
  return {
    get: () => ({ marks: marks(), places: places() }),
    setMark(postId, mark) {
      const next = marks()
      next.delete(postId)
      if (mark !== null) next.set(postId, mark)
      const packed = newest(next, maxMarks, ({ readAt }) => readAt).map(
        ([id, { isRead, seenUpTo, readAt }]) => [id, [Number(isRead), seenUpTo, readAt]] as const,
      )
      storage.setItem(marksKey, JSON.stringify(Object.fromEntries(packed)))
    },
    setPlace(postId, place) {
      const next = places().set(postId, place)
      storage.setItem(placesKey, JSON.stringify(Object.fromEntries(newest(next, maxPlaces, ({ keptAt }) => keptAt))))
    },
    clear() {
      storage.removeItem(marksKey)
      storage.removeItem(placesKey)
    },
  }
}

function newest<Value>(map: ReadonlyMap<string, Value>, max: number, at: (value: Value) => number): readonly (readonly [string, Value])[] {
  return [...map].toSorted(([, a], [, b]) => at(b) - at(a)).slice(0, max)
}

function readMap<Value>(text: string | null, valueOf: (value: unknown) => Value | null): Map<string, Value> {
  const found = new Map<string, Value>()
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return found
    for (const [id, given] of Object.entries(stored)) {
      const value = valueOf(given)
      if (value !== null) found.set(id, value)
    }
  } catch {
    // Not written by this module: nothing is known.
  }
  return found
}

function markOf(value: unknown): VisitorMark | null {
  if (!Array.isArray(value)) return null
  const [isRead, seenUpTo, readAt]: readonly unknown[] = value
  return isTime(seenUpTo) && isTime(readAt) ? { isRead: isRead === 1, seenUpTo, readAt } : null
}

function placeOf(value: unknown): VisitorPlace | null {
  if (typeof value !== 'object' || value === null || !('place' in value && 'isFinished' in value && 'keptAt' in value)) return null
  const { place, isFinished, keptAt } = value
  return isPlace(place) && typeof isFinished === 'boolean' && isTime(keptAt) ? { place, isFinished, keptAt } : null
}

/**
 * As `TextPlace`, whose validator would cost a light page more than its script; the app checks it
 * again before it is sent.
 */
function isPlace(value: unknown): value is TextPlace {
  if (typeof value !== 'object' || value === null || !('quote' in value && 'before' in value)) return false
  const { quote, before, ...numbers } = value
  return (
    typeof quote === 'string' &&
    typeof before === 'string' &&
    ['block', 'within', 'share'].every((name) => isTime((numbers as Readonly<Record<string, unknown>>)[name]))
  )
}

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0
