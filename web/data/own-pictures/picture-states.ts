import type { PictureFault } from '#shared/pictures/words.ts'
import { createStore } from '../store.ts'

/**
 * How far a picture of this device is. Absent: it was not added here, or is on the server since
 * long.
 */
export type PictureState =
  | { readonly kind: 'waiting' }
  /** `part`: 0 to 1. */
  | { readonly kind: 'sending'; readonly part: number }
  | { readonly kind: 'sent' }
  | { readonly kind: 'refused'; readonly fault: PictureFault }

/** By id, of the account that is here. */
export const pictureStates = createStore<ReadonlyMap<string, PictureState>>(new Map())

export function setPictureState(id: string, state: PictureState | null): void {
  const others = [...pictureStates.get()].filter(([other]) => other !== id)
  pictureStates.set(new Map(state === null ? others : [...others, [id, state]]))
}
