/**
 * What becomes of one place, from three texts: the draft on this device, the notebook's, and what
 * both were when they last agreed here. No clock decides (R10). Where both changed apart from each
 * other and cannot be merged any more, both are kept, one after the other.
 */
import type { Typed } from '../merge-typed.ts'
import { isSameTyped, mergeTyped } from '../merge-typed.ts'

export type Values = Typed

export type PlaceMerge =
  | { readonly kind: 'agree' }
  /** Nobody has it any more. */
  | { readonly kind: 'forget' }
  | { readonly kind: 'to-notebook'; readonly values: Values }
  | { readonly kind: 'to-draft'; readonly values: Values }
  | { readonly kind: 'to-both'; readonly values: Values }
  | { readonly kind: 'drop-from-notebook' }
  | { readonly kind: 'drop-draft' }

interface PlaceTexts {
  /** What both last were; `undefined`: they have never agreed on anything. */
  readonly base: Values | undefined
  /** What of that the server, and so whoever threw it away elsewhere, had. */
  readonly stored: Values | null
  /**
   * The draft as it was about to be put into the notebook, by a tab that may not have lived to note
   * that they agree.
   */
  readonly coming?: Values | undefined
  /** `undefined`: there is none here. */
  readonly draft: Values | undefined
  readonly noted: Values | undefined
}

export function mergePlace({ base: agreed, stored, coming, draft, noted }: PlaceTexts): PlaceMerge {
  const base = coming !== undefined && noted !== undefined && isSameTyped(coming, noted) ? coming : agreed
  if (draft === undefined && noted === undefined) return base === undefined && coming === undefined ? { kind: 'agree' } : { kind: 'forget' }
  if (draft !== undefined && noted !== undefined) return mergeBoth(base, draft, noted)
  if (draft !== undefined) {
    // Sent or thrown away elsewhere; but what was written here since then is nobody's to throw
    // away.
    return stored !== null && isSameTyped(stored, draft) ? { kind: 'drop-draft' } : { kind: 'to-notebook', values: draft }
  }
  if (noted === undefined) return { kind: 'agree' }
  return base !== undefined && isSameTyped(base, noted) ? { kind: 'drop-from-notebook' } : { kind: 'to-draft', values: noted }
}

function mergeBoth(base: Values | undefined, draft: Values, noted: Values): PlaceMerge {
  if (isSameTyped(draft, noted))
    return base !== undefined && isSameTyped(base, draft) ? { kind: 'agree' } : { kind: 'to-both', values: draft }
  if (base !== undefined && isSameTyped(base, noted)) return { kind: 'to-notebook', values: draft }
  if (base !== undefined && isSameTyped(base, draft)) return { kind: 'to-draft', values: noted }
  return { kind: 'to-both', values: bothOf(noted, draft) }
}

/** One after the other, or the longer one where it has the other in it. */
export const bothOf = (a: Values, b: Values): Values => mergeTyped({}, a, b)
