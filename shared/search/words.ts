/**
 * Text as search sees it: words without case, accents and apostrophes, each with its place in the
 * text, so that what was found can be marked there. Both sides of a search go through here, on the
 * server and on devices; no search engine's own idea of a word is relied upon. Linear in the text,
 * whatever stands in it.
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
// By use (scx): the long ー and the sound marks of kana are used in two scripts, and their own
// script is "Common".
const unspacedScripts = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}'
// Invisible characters (DI: soft hyphens, joiners, direction marks, variation selectors) neither
// split a word nor stay in it. DI is Cf without the visible marks of Arabic numbers, which do split
// words. Scripts without spaces have full stops and signs of their own, which are not letters.
const letter = '(?!\\p{DI})[\\p{L}\\p{N}\\p{M}]'
// A tilde, a dot below and the apostrophe ʼ are used with kana or Thai too, but do not make a Latin
// word one of theirs.
const unspacedLetter = `(?=${letter})(?!\\p{scx=Latin})[${unspacedScripts}]`
const spacedLetter = `(?!${unspacedLetter})${letter}`
const unspaced = new RegExp(unspacedLetter, 'u')
const spaced = `${spacedLetter}(?:\\p{DI}*${spacedLetter})*`
// A run of a script that is written without spaces, or a word with the apostrophes inside it. A
// variation selector after the last character belongs to it, so that a mark does not come between
// them.
const run = new RegExp(
  `(?:${unspacedLetter}(?:\\p{DI}*(?:${unspacedLetter}|(?!\\p{DI})\\p{M}))*|${spaced}(?:\\p{DI}*['’]\\p{DI}*${spaced})*)\\p{VS}*`,
  'gu',
)
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu
/**
 * Invisible characters, keycaps and circles around a character, tatweel, and the apostrophe that
 * Unicode counts as a letter.
 */
const dropped = /[\p{DI}\p{Me}\u0640\u02BC]+/gu
const latinAndGreek = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ' }
/**
 * What keyboards for Arabic, Persian and Urdu have under different code points, and endings that
 * people write either way: as ي, ك, ه and ا. As Lucene's ArabicNormalizer and PersianNormalizer do,
 * except that Urdu's ے and ھ stay, because they distinguish words (لڑکے, لڑکی).
 */
const arabic = {
  '\u06CC': '\u064A',
  '\u0649': '\u064A',
  '\u06A9': '\u0643',
  '\u0629': '\u0647',
  '\u06C1': '\u0647',
  '\u06C3': '\u0647',
  '\u06D5': '\u0647',
  '\u0671': '\u0627',
}
const others: Readonly<Record<string, string>> = { ...latinAndGreek, ...arabic }

/** One word without case, accents and signs. */
export function fold(text: string): string {
  // What needs no folding is most of what there is.
  if (/^[a-z\d]*$/u.test(text)) return text
  return text
    .normalize('NFKD')
    .replace(dropped, '')
    .replace(accents, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßøæœłđðþıς\u06CC\u0649\u06A9\u0629\u06C1\u06C3\u06D5\u0671]/gu, (letter) => others[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

/**
 * Runs without spaces become every two neighbouring characters, and the last one alone: that finds
 * any part of them.
 */
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
  let before: Word | undefined
  for (const letter of lettersIn(written, start)) {
    if (before !== undefined) yield { word: before.word + letter.word, from: before.from, until: letter.until }
    before = letter
  }
  if (before !== undefined) yield before
}

/**
 * A character and the marks on it, which fold together; half-width kana have their sound marks
 * beside them. At most thirty marks, as in Unicode's Stream-Safe Text Format (UAX 15): a text may
 * hold nothing else.
 */
const markedCharacter = /.[\p{M}\p{DI}\uFF9E\uFF9F]{0,30}/gsu
const needsNoFolding = /^[\u3041-\u3096\u30A1-\u30FA\u30FC\u4E00-\u9FFF]$/u

/**
 * The folded letters of a run. When a character folds to more or fewer letters than it is written
 * with, each takes the place of the whole.
 */
function* lettersIn(written: string, start: number): Generator<Word> {
  for (const { 0: character, index } of written.matchAll(markedCharacter)) {
    const from = start + index
    const letters = needsNoFolding.test(character) ? [character] : [...fold(character)]
    const asWritten = [...character]
    let at = from
    for (const [n, word] of letters.entries()) {
      const length = asWritten[n]?.length ?? 0
      if (letters.length === asWritten.length) yield { word, from: at, until: at + length }
      else yield { word, from, until: from + character.length }
      at += length
    }
  }
}

/** The words alone, in their order. */
export function foldedWords(text: string): readonly string[] {
  return Array.from(wordsIn(text), ({ word }) => word)
}

/**
 * As `foldedWords`, for what is looked for: of a run without spaces only whole pairs, unless it is
 * a single character.
 */
export function wantedWords(text: string): readonly string[] {
  const words: string[] = []
  let end = -1
  for (const { word, until } of wordsIn(text)) {
    // The last character of a run stands in the pair before it already. One that folds to several
    // letters ends several pairs at the same place, and those are all wanted.
    if (until !== end || words.at(-1)?.endsWith(word) !== true) words.push(word)
    end = until
  }
  return words
}

/** Whether any one character of such a script is worth looking for as the beginning of a word. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word)
}
