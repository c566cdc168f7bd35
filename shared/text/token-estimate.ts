/** Tokens of a model at once, as far as texts to complete from go. */
export const maxCompletionTokens = 15_000

const charactersOfToken = 4
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu

/**
 * About how many tokens a model makes of a text: each has its own way, so this is a guess, four
 * characters to one, and one to one in scripts whose characters are words or syllables.
 */
export function estimatedTokens(text: string): number {
  const dense = text.match(unspaced)?.length ?? 0
  return dense + Math.ceil((text.length - dense) / charactersOfToken)
}
