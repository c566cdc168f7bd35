import type { ChildPress, PressOptions } from '#server/files/child-press.ts'
import type { CardAnswered, CardAsked } from './draw-card.ts'
import { childPress } from '#server/files/child-press.ts'

export type CardPress = ChildPress<CardAsked, CardAnswered>

/** The process that draws cards, seen from the server. */
export function cardPress(options: PressOptions = {}): CardPress {
  return childPress({ module: new URL('./card-process.ts', import.meta.url), broken: { fault: 'it died, or took too long' } }, options)
}
