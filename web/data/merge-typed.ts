import { unspaced } from '#shared/text/shorten.ts'

/**
 * Texts of one place that were changed apart from each other: both are kept, each word once. No
 * clock decides.
 */
export type Typed = Readonly<Record<string, string>>

/**
 * Where `next` differs from `base`: from `start` to `end` of the base stands `text`. In UTF-16
 * units, never between the two halves of one character.
 */
export function changeOf(base: string, next: string) {
  let start = 0
  while (start < base.length && start < next.length && base.charCodeAt(start) === next.charCodeAt(start)) start += 1
  if (isHighHalf(base.charCodeAt(start - 1))) start -= 1
  const room = Math.min(base.length, next.length) - start
  let same = 0
  while (same < room && base.charCodeAt(base.length - 1 - same) === next.charCodeAt(next.length - 1 - same)) same += 1
  if (same > 0 && isLowHalf(base.charCodeAt(base.length - same))) same -= 1
  return { start, end: base.length - same, text: next.slice(start, next.length - same) }
}

const isHighHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLowHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/**
 * @param base what both began with
 * @param theirs what was kept meanwhile
 * @param mine what stands here
 */
export function mergeText(base: string, theirs: string, mine: string): string {
  if (theirs === base || mine === theirs) return mine
  if (mine === base) return theirs
  if (base === '') return mine.includes(theirs) ? mine : theirs.includes(mine) ? theirs : `${theirs}\n\n${mine}`
  const goesOn = sentAndGoesOn(base, theirs, mine) ?? sentAndGoesOn(base, mine, theirs)
  if (goesOn !== null) return goesOn
  const a = changeOf(base, theirs)
  const b = changeOf(base, mine)
  // At one place both stand, the other's first, unless one goes on where the other stopped.
  if (a.start === b.start && a.end === b.end) {
    const both = b.text.startsWith(a.text)
      ? b.text
      : a.text.startsWith(b.text)
        ? a.text
        : a.text + between(base.slice(0, a.start), a.text, b.text) + b.text
    return base.slice(0, a.start) + both + base.slice(a.end)
  }
  const [first, second] = a.start <= b.start ? [a, b] : [b, a]
  if (first.end > second.start) return [theirs, mine].filter((text) => text !== '').join('\n\n')
  return base.slice(0, first.start) + first.text + base.slice(first.end, second.start) + second.text + base.slice(second.end)
}

/**
 * A space where two devices have begun a word at one place and nothing stands between the words:
 * "two" and "on a phone" are not "twoon a phone".
 */
function between(before: string, first: string, second: string): '' | ' ' {
  const goesOn = endsInWord.test(before)
  return !goesOn && endsInWord.test(first) && beginsWithWord.test(second) && !unspaced.test(first.slice(-1) + second.slice(0, 1)) ? ' ' : ''
}

const endsInWord = /[\p{L}\p{N}]\p{M}*$/u
const beginsWithWord = /^[\p{L}\p{N}]/u

/**
 * `whole` went on behind the base, and `rest` has dropped the base, because it was sent, and has
 * the words behind it: those alone, as far as they were typed. `null` where it is not so.
 */
function sentAndGoesOn(base: string, whole: string, rest: string): string | null {
  if (rest.trim() === '' || !whole.startsWith(base) || rest.startsWith(base)) return null
  const behind = whole.slice(base.length).trimStart()
  if (behind === '') return null
  return rest.trimStart().startsWith(behind) ? rest : behind.startsWith(rest.trimStart()) ? behind : null
}

/** Field by field. A field that is not among them is empty. */
export function mergeTyped(base: Typed, theirs: Typed, mine: Typed): Typed {
  const fields = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  return Object.fromEntries([...fields].map((field) => [field, mergeText(base[field] ?? '', theirs[field] ?? '', mine[field] ?? '')]))
}

export function isSameTyped(a: Typed, b: Typed): boolean {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((field) => (a[field] ?? '') === (b[field] ?? ''))
}
