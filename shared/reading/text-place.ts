/**
 * Where somebody is in a text, by its words: the paragraph at the top of the window is known by how
 * it begins, and by how the one before it begins. So the place holds in any size of type, any width
 * and on any device, and mostly after an edit as well. Never pixels, never DOM.
 */
import * as z from 'zod/mini'
import { quoteLength } from './find-place.ts'

const Quote = z.string().check(z.maxLength(quoteLength))
const Share = z.number().check(z.minimum(0), z.maximum(1))

export const TextPlace = z.strictObject({
  /** How the paragraph begins (`quoteOf`); empty for what has no words, as a rule or a picture. */
  quote: Quote,
  /** How the one before it begins; empty before the first. */
  before: Quote,
  /** Which paragraph it was, from 0. */
  block: z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)),
  /** How far into the paragraph. */
  within: Share,
  /** How far through the whole text. */
  share: Share,
})
export type TextPlace = z.infer<typeof TextPlace>
