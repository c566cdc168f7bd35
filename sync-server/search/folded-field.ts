import { wordsIn } from '#shared/search/words.ts'

/** Of one text, at most: a book. What comes after is not found. */
const maxCharacters = 2_000_000

/** The words of a text for an engine that splits at spaces. */
export function foldedField(text: string): string {
  const words: string[] = []
  for (const { word } of wordsIn(text.slice(0, maxCharacters))) words.push(word)
  return words.join(' ')
}
