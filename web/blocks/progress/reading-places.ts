import type { TextPlace } from '#shared/reading/text-place.ts'

/** Where a reader stopped in a post. */
export interface StoppedAt {
  readonly place: TextPlace
  readonly isFinished: boolean
}

/**
 * Where such places are remembered: on the device, or for a page without the app in plain storage.
 */
export interface ReadingPlaces {
  /** `null`: none. Resolves late where it has to be asked for first, and never after `isOver`. */
  readonly find: (postId: string, isOver: () => boolean) => Promise<StoppedAt | null>
  /** @param at ms since 1970. */
  readonly keep: (postId: string, stopped: StoppedAt, at: number) => void
}
