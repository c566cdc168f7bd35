/** Scripts that set no spaces between words. */
export const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** A sign that a text is not to end with before `…`. */
const atEnd = /[\s,;:.–—\-、，。；：・،؛]+$/u
/** No cluster of an honest text is longer; words are found within so much around the cut. */
const around = 64

interface Divider {
  segment(text: string): { containing(at: number): { readonly index: number } | undefined }
}
type Granularity = 'grapheme' | 'word'
const dividers: Partial<Record<Granularity, Divider>> = {}

/**
 * Where the cluster or word of `text` begins that this code unit is in; a browser without
 * `Intl.Segmenter` knows only pairs of surrogates.
 */
function beginning(text: string, at: number, granularity: Granularity): number {
  if (typeof Intl.Segmenter !== 'function') return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at
  const divider = (dividers[granularity] ??= new Intl.Segmenter('und', { granularity }))
  const from = Math.max(0, at - around)
  return from + (divider.segment(text.slice(from, at + around)).containing(at - from)?.index ?? at - from)
}

/**
 * Where a text is cut at the latest at `at`: after a word, and never inside what a reader takes for
 * one sign. Where a script sets no spaces, the language's own rules say where its words are. A word
 * that takes up half of what is after `from` is cut where it is.
 */
export function cutAt(text: string, at: number, from = 0): number {
  const whole = beginning(text, at, 'grapheme')
  if (text[whole] === ' ') return whole
  const isUnspaced = unspaced.test(text.slice(Math.max(0, whole - 2), whole + 2))
  const word = isUnspaced ? beginning(text, whole, 'word') : text.lastIndexOf(' ', whole)
  return word < from + (whole - from) / 2 ? whole : word
}

/** A text in at most so many UTF-16 units, ending with `…` where there is more. */
export function shortened(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text
  return `${text.slice(0, cutAt(text, Math.max(0, maxCharacters - 1))).replace(atEnd, '')}…`
}
