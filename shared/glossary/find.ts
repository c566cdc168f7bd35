/**
 * Finds the words of a glossary in a text: whole words, the longer name before the shorter, nothing
 * twice. White space of any kind is a space, and a typed apostrophe is one that was set. Capitals
 * make no difference, but in names that are written with more than their first (WIT is not wit).
 */
interface TermNames {
  readonly id: string
  readonly names: readonly string[]
}

interface FoundTerm {
  readonly id: string
  /** Where it begins and ends in the text. */
  readonly from: number
  readonly until: number
}

/** Stands for what belongs to no term, such as a link: no name goes over it. */
export const barrier = '\uFFFC'

/** One name without its capitals, and the terms that have it. */
interface Name {
  readonly folded: string
  /** However it is written. */
  readonly any: string[]
  /** Only when written just so; these come first. */
  readonly exact: Map<string, string[]>
}

interface NameHere {
  /** Whose it is: of the first. */
  readonly ids: readonly string[]
  readonly until: number
}

export type TermFinder = (text: string) => readonly FoundTerm[]

/** @returns a function that gives the first place of each term in a text, in order. */
export function termFinder(terms: readonly TermNames[]): TermFinder {
  const names = inOrder(terms)
  return (text) => {
    const folded = fold(text)
    const found: FoundTerm[] = []
    const seen = new Set<string>()
    for (let at = 0; at < folded.length; at += 1) {
      const longest = namesAt(names, text, folded, at).at(-1)
      const id = longest?.ids[0]
      if (longest === undefined || id === undefined) continue
      // One that stands here a second time still keeps a shorter one from being found within it.
      if (!seen.has(id)) found.push({ id, from: at, until: longest.until })
      seen.add(id)
      at = longest.until - 1
    }
    return found
  }
}

/** The terms that a text says by any of their names, within longer ones too. */
export function termsIn(terms: readonly TermNames[], text: string): ReadonlySet<string> {
  const names = inOrder(terms)
  const folded = fold(text)
  const said = new Set<string>()
  for (let at = 0; at < folded.length; at += 1) for (const { ids } of namesAt(names, text, folded, at)) for (const id of ids) said.add(id)
  return said
}

/** By their letters, so that those which go on alike stand together. */
function inOrder(terms: readonly TermNames[]): readonly Name[] {
  const byFolded = new Map<string, Name>()
  for (const { id, names } of terms) {
    for (const given of names) {
      const exact = spaced(given.normalize('NFC'))
      const folded = fold(exact)
      if (folded === '') continue
      const name = byFolded.get(folded) ?? { folded, any: [], exact: new Map<string, string[]>() }
      byFolded.set(folded, name)
      if (!hasOwnCapitals(exact)) name.any.push(id)
      else name.exact.set(exact, [...(name.exact.get(exact) ?? []), id])
    }
  }
  return [...byFolded.values()].sort((a, b) => (a.folded < b.folded ? -1 : 1))
}

/**
 * The names that begin here, the shortest first. With each letter fewer names are left, found by
 * halving: however many there are, a text takes a time that grows with itself alone. A space of a
 * name is any run of white space.
 */
function namesAt(names: readonly Name[], text: string, folded: string, from: number): readonly NameHere[] {
  const here: NameHere[] = []
  let [first, end, at] = [0, names.length, from]
  for (let n = 0; ; n += 1) {
    const whole = names[first]
    if (whole !== undefined && whole.folded.length === n && n > 0) {
      if (!joins(signBefore(folded, at), signAt(folded, at))) {
        const ids = [...(whole.exact.get(spaced(text.slice(from, at))) ?? []), ...whole.any]
        if (ids.length > 0) here.push({ ids, until: at })
      }
      first += 1
    }
    const sign = folded[at]
    if (sign === undefined) return here
    first = names[first]?.folded[n] === sign ? first : firstFrom(names, first, end, n, sign)
    end = names[end - 1]?.folded[n] === sign ? end : firstFrom(names, first, end, n, sign, true)
    if (first >= end) return here
    // Most places end here, at no more than a look at one letter.
    if (n === 0 && joins(signBefore(folded, from), signAt(folded, from))) return here
    at += 1
    if (sign === ' ') while (folded[at] === ' ') at += 1
  }
}

/** The first of them whose letter at `n` is not before `sign`; `isAfter`: is after it. */
function firstFrom(names: readonly Name[], first: number, end: number, n: number, sign: string, isAfter = false): number {
  let [low, high] = [first, end]
  while (low < high) {
    const middle = (low + high) >> 1
    const letter = names[middle]?.folded[n] ?? ''
    if (letter < sign || (isAfter && letter === sign)) low = middle + 1
    else high = middle
  }
  return low
}

const wordSign = /^[\p{L}\p{N}\p{M}_]$/u
/** Scripts without spaces between words. */
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u

/** Whether a word goes on from the one sign to the other. */
function joins(before: string, after: string): boolean {
  if (!wordSign.test(before) || !wordSign.test(after)) return false
  return !unspaced.test(before) && !unspaced.test(after)
}

function signAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function signBefore(text: string, at: number): string {
  const last = text[at - 1] ?? ''
  const isSecondHalf = last >= '\uDC00' && last <= '\uDFFF'
  return isSecondHalf ? text.slice(at - 2, at) : last
}

const spaced = (text: string): string => text.replace(/\s+/gu, ' ').replaceAll('’', "'").trim()

/** Of the same length, so that places in it are places in the text. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : [...text].map(lowerAlike).join('')
  return same.replace(/\s/gu, ' ').replaceAll('’', "'")
}

/** Few letters become longer in lower case; those stay. */
function lowerAlike(sign: string): string {
  const lower = sign.toLowerCase()
  return lower.length === sign.length ? lower : sign
}

/** WIT, eGFR, pH: a capital that is not the first letter of a word. */
const hasOwnCapitals = (name: string): boolean => /[\p{L}\p{N}]\p{Lu}/u.test(name)
