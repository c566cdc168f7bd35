/**
 * The row of one place: what was typed there and not sent. What a save makes of it, whichever door
 * it comes through.
 */
import type { Typed } from '../merge-typed.ts'
import { isSameTyped, mergeTyped } from '../merge-typed.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** So long a draft that was thrown away lies in Trash. */
export const binnedForMs = 30 * dayMs

export interface TypedRow {
  /** `comment:POST:PARENT`, `edit:COMMENT`, `profile`, … */
  readonly place: string
  /** By field. */
  readonly values: Typed
  /** ms since 1970, of this device's clock: to be shown, never to decide. */
  readonly at: number
  /** Since when it lies in the bin; `null` while it is a draft. */
  readonly binnedAt: number | null
  /**
   * The form that alone made it what it is; absent: it was joined, or made by another device or a
   * version before there was this.
   */
  readonly by?: string
  /**
   * Counts the saves of the place; absent: one that was made before there was this, or by another
   * device.
   */
  readonly version?: number
  /**
   * What of it was handed over to be sent elsewhere than by this device's queue; nobody has said
   * yet that it arrived.
   */
  readonly sending?: Sending
  /**
   * Since when an older draft of this place lies in Trash (`besideInTrash`); absent: there was
   * none.
   */
  readonly olderBinnedAt?: number
}

export interface Sending {
  /** Of what is sent: by it what is left behind is known. */
  readonly id: string
  readonly values: Typed
  /**
   * It takes the place of what there is: a person who typed on means the whole, not what stands
   * behind it.
   */
  readonly isWhole?: boolean
}

/** What a form knows to be kept at its place. */
export type Base = Pick<TypedRow, 'values' | 'version' | 'sending'>

export interface TypedSave {
  readonly values: Typed
  readonly at: number
  /** What it has saved itself a form may replace; absent: nobody's own. */
  readonly by?: string | undefined
  /** Absent: the form has found nothing there. */
  readonly base?: Base | undefined
  /** Under which it is about to be sent; absent: as it was. */
  readonly sending?: Sending | undefined
}

/**
 * What stands at the place after a save; `null`: nothing. Where the row is neither what the form
 * was opened from nor its own, both are kept, each word once. Without any word in it the place is
 * empty; what lies in the bin stays there.
 */
export function rowAfter(before: TypedRow | undefined, place: string, save: TypedSave): TypedRow | null {
  const { values, at, by, base } = save
  const isKept = before?.binnedAt === null
  const isOwn = isKept && by !== undefined && before.by === by
  const isKnown = isKept && base !== undefined && before.version === base.version && isSameTyped(before.values, base.values)
  const isJoined = isKept && !isOwn && !isKnown
  // Its row left with what was sent of it: what took it along was done before this save.
  const mine = before === undefined && base?.sending !== undefined ? leftOf(values, base.sending) : values
  const next = isJoined ? mergeTyped(base?.values ?? {}, before.values, mine) : mine
  if (isEmpty(next)) return before === undefined || isKept ? null : before
  const older = before?.binnedAt ?? before?.olderBinnedAt
  const sending = save.sending ?? (isKept ? before.sending : undefined)
  return {
    ...{ place, values: next, at, binnedAt: null, version: (before?.version ?? 0) + 1 },
    ...(by !== undefined && !isJoined && { by }),
    ...(sending !== undefined && { sending }),
    ...(older !== undefined && { olderBinnedAt: older }),
  }
}

/**
 * A draft in Trash whose place is written at again lies beside it from then on, under a place of
 * its own. `null`: it is none.
 */
export const besideInTrash = (before: TypedRow | undefined): TypedRow | null =>
  before === undefined || before.binnedAt === null ? null : { ...before, place: `trash:${before.binnedAt}:${before.place}` }

/** The place at which a draft was written, wherever it lies now. */
export const placeInTrash = (place: string): string => place.replace(/^trash:\d+:/u, '')

/**
 * What is left at a place once what was sent from it under this id is on its way for good: what was
 * typed on behind it. `null`: nothing.
 */
export function rowWithoutSent(before: TypedRow | undefined, id: string): TypedRow | null {
  if (before?.sending?.id !== id) return before ?? null
  const { sending, ...row } = before
  const values = leftOf(row.values, sending)
  return isEmpty(values) ? null : { ...row, values, version: (row.version ?? 0) + 1 }
}

export const isEmpty = (values: Typed): boolean => Object.values(values).every((text) => text.trim() === '')

/**
 * What of words that were still on their way when their page went away is to be saved now. What
 * they were based on may have been sent since: then only what was typed on behind it is nobody's
 * yet.
 */
export function withoutSent(before: TypedRow | undefined, values: Typed, base: Base | undefined): Typed {
  if (before !== undefined || base === undefined) return values
  return behind(values, base.values)
}

/** What of words is nobody's yet once those that went have arrived. */
function leftOf(values: Typed, sending: Sending): Typed {
  if (sending.isWhole !== true) return behind(values, sending.values)
  return isSameTyped(trimmed(values), trimmed(sending.values)) ? {} : values
}

/** A space at the end is nobody's word. */
const trimmed = (values: Typed): Typed => Object.fromEntries(Object.entries(values).map(([field, text]) => [field, text.trim()]))

/**
 * What is left of a text when another that begins it, or that came beside what others had kept
 * (`mergeText`), is taken away.
 */
export function withoutText(text: string, known: string): string {
  if (text.startsWith(known)) return text.slice(known.length).trimStart()
  return text.endsWith(`\n\n${known}`) ? text.slice(0, -known.length).trimEnd() : text
}

/** What was typed on behind other words, and the whole of what was changed. */
const behind = (values: Typed, known: Typed): Typed =>
  Object.fromEntries(
    Object.entries(values).map(([field, text]) => {
      return [field, withoutText(text, known[field] ?? '')]
    }),
  )
