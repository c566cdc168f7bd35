import type { Quote } from '#shared/reactions/schema.ts'

/**
 * Where words stand in a text: of several places the one with the most of what stood beside them;
 * `null` when they are gone.
 */
export function placeOf(text: string, { text: words, before, after }: Quote): number | null {
  let best: number | null = null
  let most = -1
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const score =
      sharedEnd(text.slice(Math.max(0, at - before.length), at), before) +
      sharedEnd(reversed(text.slice(at + words.length, at + words.length + after.length)), reversed(after))
    if (score > most) [best, most] = [at, score]
    // More than one could ask for; a text of one word over and over is no reason to go on.
    if (most === before.length + after.length) break
  }
  return best
}

const reversed = (text: string): string => [...text].toReversed().join('')

/** How many signs two texts end with alike. */
function sharedEnd(a: string, b: string): number {
  let count = 0
  while (count < a.length && count < b.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1
  return count
}
