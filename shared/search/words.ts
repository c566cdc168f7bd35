/**
 * Text as search sees it: words without case, accents and apostrophes, each with its place in the text, so that what was found can be marked there.
 * Both sides of a search go through here, on the server and on devices; no search engine's own idea of a word is relied upon.
 * Linear in the text, whatever stands in it.
 */
export interface Word {
  /** Letters, digits and vowel signs only: nothing that any search engine takes for an operator. */
  readonly word: string
  /** UTF-16 offsets into the text. */
  readonly from: number
  readonly until: number
}

/** Nobody looks for longer ones, and some engines refuse them. */
const longestWord = 64
const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
// These scripts have full stops and signs of their own, which part words as others do.
const letter = '[\\p{L}\\p{N}\\p{M}]'
const unspaced = new RegExp(`(?=${letter})[${unspacedScripts}]`, 'u')
// A run of a script that is written without spaces, or a word with the apostrophes inside it.
const run = new RegExp(
  `(?=${letter})[${unspacedScripts}](?:(?=${letter})[${unspacedScripts}\\p{M}])*|(?:(?![${unspacedScripts}])${letter})+(?:['’ʼ](?![${unspacedScripts}])${letter}+)*`,
  'gu',
)
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu
const others: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }

/** One word without case, accents and signs. */
export function fold(text: string): string {
  // What needs no folding is most of what there is.
  if (/^[a-z\d]*$/u.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßøæœłđðþıς]/gu, (letter) => others[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

/** Runs without spaces become every two neighbouring characters, and the last one alone: that finds any part of them. */
export function* wordsIn(text: string): Generator<Word> {
  for (const found of text.matchAll(run)) {
    const from = found.index
    const [written] = found
    if (unspaced.test(written)) yield* pairsIn(written, from)
    else {
      // A letter of two units is not cut in two.
      const word = fold(written)
        .slice(0, longestWord)
        .replace(/[\ud800-\udbff]$/u, '')
      if (word !== '') yield { word, from, until: from + written.length }
    }
  }
}

function* pairsIn(written: string, start: number): Generator<Word> {
  const letters = [...written]
  let from = start
  for (const [at, letter] of letters.entries()) {
    const next = letters[at + 1] ?? ''
    yield { word: fold(letter + next), from, until: from + letter.length + next.length }
    from += letter.length
  }
}

/** The words alone, in their order. */
export function foldedWords(text: string): readonly string[] {
  return Array.from(wordsIn(text), ({ word }) => word)
}

/** As `foldedWords`, for what is looked for: of a run without spaces only whole pairs, unless it is a single character. */
export function wantedWords(text: string): readonly string[] {
  const words: string[] = []
  let end = -1
  for (const { word, until } of wordsIn(text)) {
    // The last character of a run stands in the pair before it already.
    if (until !== end) words.push(word)
    end = until
  }
  return words
}

/** Whether any one character of such a script is worth looking for as the beginning of a word. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word)
}
