/**
 * What outlives the dialog while the page lives: whether it is open, what was captured, what the
 * banner says. Text is kept by saved-text.ts.
 */
import type { FeedbackSent } from '../../data/reports/outgoing.ts'
import { createStore } from '../../data/store.ts'
import type { Box } from './editor/boxes.ts'

export interface Opening {
  readonly eventId: string | null
  /** Gets the focus back. */
  readonly opener: Element | null
}

export interface Shot {
  /** What was captured; only as long as it can still be edited. */
  readonly picture: HTMLCanvasElement
  readonly boxes: readonly Box[]
  /** Which way it was made, and how many colours had to be translated for it: journeys ask. */
  readonly by: string
  readonly mended: number
}

export const opening = createStore<Opening | null>(null)
export const shot = createStore<Shot | null>(null)
export const banner = createStore<FeedbackSent | null>(null)

/** What is hidden in the picture must be nowhere: its memory is given back at once. */
export function dropShot(): void {
  const dropped = shot.get()
  shot.set(null)
  if (dropped !== null) dropped.picture.width = dropped.picture.height = 0
}
