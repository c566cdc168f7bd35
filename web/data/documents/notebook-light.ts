/** What can be said of the notebook without Yjs. */
import type { LocalRead } from '../device/local-store.ts'
import type { Values } from './merge-place.ts'

/** What the draft of a place and the notebook last were, when they were the same. */
export interface Agreed {
  readonly values: Values
  /** What of it the server surely has; `null`: it does not know of the place. */
  readonly stored: Values | null
}

export type AgreedPlaces = Readonly<Record<string, Agreed>>

/** Among the device's single facts. */
export const agreedName = 'notebook'

/** By place, what of the drafts is about to be in the notebook. */
export type ComingPlaces = Readonly<Record<string, Values>>

/** As `agreedName`. */
export const comingName = 'notebook-coming'

/**
 * As the server's rules for notebooks have it, too: a place that it would refuse stays on this
 * device.
 */
const placeForm = /^(?:comment|edit)(?::[0-9a-z]{0,40}){1,2}$/
export const travels = (place: string): boolean => placeForm.test(place)

export async function agreedIn(tx: Pick<LocalRead, 'meta'>): Promise<AgreedPlaces> {
  // Written by the keeper of the notebook alone.
  return ((await tx.meta.get(agreedName))?.value as AgreedPlaces | undefined) ?? {}
}

export async function comingIn(tx: Pick<LocalRead, 'meta'>): Promise<ComingPlaces> {
  // As above.
  return ((await tx.meta.get(comingName))?.value as ComingPlaces | undefined) ?? {}
}

/** Whether drafts and notebook may have something to say to each other. */
export async function hasNotes(tx: Pick<LocalRead, 'meta' | 'drafts'>): Promise<boolean> {
  if (Object.keys({ ...(await agreedIn(tx)), ...(await comingIn(tx)) }).length > 0) return true
  return (await tx.drafts.all()).some(({ place, binnedAt }) => binnedAt === null && travels(place))
}
