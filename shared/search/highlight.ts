/**
 * What was found, in its place: pieces of plain text, of which some are hits. Never HTML; whoever
 * draws them escapes them as any text.
 */
import type { Phrase, SearchPlan } from './plan.ts'
import type { Word } from './words.ts'
import { wordsIn } from './words.ts'
import { cutAt } from '../text/shorten.ts'

export interface Piece {
  readonly text: string
  readonly isHit: boolean
}

interface Span {
  readonly from: number
  readonly until: number
}

/** Where the phrases occur, in order; what overlaps or touches is one. */
export function hitsIn(words: readonly Word[], phrases: readonly Phrase[]): readonly Span[] {
  // By first word, so that a long text is walked once.
  const byFirst = new Map<string, Phrase[]>()
  const beginnings = phrases.filter(({ words: wanted, isBeginning }) => isBeginning && wanted.length === 1)
  for (const phrase of phrases) {
    const [first = ''] = phrase.words
    byFirst.set(first, [...(byFirst.get(first) ?? []), phrase])
  }
  const spans: Span[] = []
  const look = (phrase: Phrase, at: number, from: number): void => {
    const last = words[at + phrase.words.length - 1]
    if (last === undefined || !occursAt(words, at, phrase)) return
    const before = spans.at(-1)
    if (before !== undefined && from <= before.until)
      spans[spans.length - 1] = { from: before.from, until: Math.max(before.until, last.until) }
    else spans.push({ from, until: last.until })
  }
  // Of most words nothing is wanted: nothing is made for them.
  for (const [at, { word, from }] of words.entries()) {
    for (const phrase of byFirst.get(word) ?? none) look(phrase, at, from)
    for (const phrase of beginnings) if (word.startsWith(phrase.words[0] ?? '')) look(phrase, at, from)
  }
  return spans
}

const none: readonly Phrase[] = []

function occursAt(words: readonly Word[], at: number, { words: wanted, isBeginning }: Phrase): boolean {
  return wanted.every((word, n) => {
    const here = words[at + n]?.word ?? ''
    return here === word || (isBeginning && n === wanted.length - 1 && here.startsWith(word))
  })
}

export function phrasesOfPlan(plan: SearchPlan): readonly Phrase[] {
  return plan.needs.flat()
}

/** The whole text, its hits marked: for titles and names. */
export function marked(text: string, plan: SearchPlan): readonly Piece[] {
  return pieces(text, hitsIn([...wordsIn(text)], phrasesOfPlan(plan)))
}

/** No hit further in is looked for: a reader has given up by then, and so have we. */
const maxCharacters = 400_000

/**
 * About `characters` of the text around its best hits, cut at words; its beginning where there is
 * none.
 */
export function snippet(text: string, plan: SearchPlan, characters: number): readonly Piece[] {
  const seen = text.slice(0, maxCharacters).replace(/(?!\uFEFF)\s/gu, ' ')
  const words = [...wordsIn(seen)]
  const hits = hitsIn(words, phrasesOfPlan(plan))
  const { from, until } = stretch(seen, hits, characters)
  const inside = hits.flatMap((hit) => (hit.from >= from && hit.until <= until ? [{ from: hit.from - from, until: hit.until - from }] : []))
  const found = pieces(seen.slice(from, until), inside)
  return [
    ...(from > 0 ? [{ text: '…', isHit: false }] : []),
    ...found,
    ...(until < text.trimEnd().length ? [{ text: '…', isHit: false }] : []),
  ]
}

/** The stretch with the most hits, a little before the first of them. */
function stretch(text: string, hits: readonly Span[], characters: number): Span {
  if (text.length <= characters) return { from: 0, until: text.length }
  let best = 0
  let most = 0
  let last = 0
  for (const [at, hit] of hits.entries()) {
    while (last < hits.length && (hits[last]?.until ?? 0) - hit.from <= characters * 0.75) last += 1
    if (last - at > most) {
      most = last - at
      best = at
    }
  }
  const first = hits[best]
  const wanted = first === undefined ? 0 : Math.max(0, Math.min(first.from - Math.round(characters / 4), text.length - characters))
  const from = wanted === 0 ? 0 : cutBefore(text, wanted, first?.from ?? wanted)
  return { from, until: from + characters >= text.length ? text.length : cutAt(text, from + characters, from) }
}

/** The next beginning of a word, unless that is beyond the hit. */
function cutBefore(text: string, at: number, hit: number): number {
  const space = text.indexOf(' ', at)
  if (space >= 0 && space < hit) return space + 1
  return cutAt(text, at, at - 16)
}

function pieces(text: string, hits: readonly Span[]): readonly Piece[] {
  const found: Piece[] = []
  let at = 0
  for (const { from, until } of hits) {
    if (from > at) found.push({ text: text.slice(at, from), isHit: false })
    found.push({ text: text.slice(from, until), isHit: true })
    at = until
  }
  if (at < text.length) found.push({ text: text.slice(at), isHit: false })
  return found
}

/** Whether a text meets what the plan asks of words: for engines that know no phrases. */
export function meets(words: readonly Word[], plan: SearchPlan): boolean {
  const has = (phrase: Phrase): boolean => hitsIn(words, [phrase]).length > 0
  return plan.needs.every((any) => any.some(has)) && !plan.not.some(has)
}
