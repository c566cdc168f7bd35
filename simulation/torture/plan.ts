/**
 * What a run types, where, and what breaks meanwhile: all of it drawn by the seed, so that each
 * round can be tried again by itself.
 */
import { drawer } from '#server/seed/random.ts'

export const fieldNames = ['post', 'title', 'comment', 'reply', 'quick-take', 'wiki', 'feedback', 'edit', 'message'] as const
export type FieldName = (typeof fieldNames)[number]

export const breakNames = [
  'reload',
  'tab-closed',
  'browser-killed',
  'second-tab',
  'offline',
  'server-killed',
  'restore',
  'clock-back',
  'quota',
  'sign-out',
  'slow',
] as const
export type BreakName = (typeof breakNames)[number]

/** Words in one go, and what breaks after them. */
export interface Stretch {
  readonly words: number
  /** Between two keys. */
  readonly keyMs: number
  /** Does not wait for the page to come alive. */
  readonly isEarly: boolean
  /**
   * With formatting: begins once the small editor stands there, and not in the plain field before
   * it.
   */
  readonly isLoaded: boolean
  /** Between the last key and the break. */
  readonly pauseMs: number
  /** `null`: nothing, after the last words. */
  readonly break: BreakName | null
}

export interface Round {
  /** From 0. */
  readonly round: number
  readonly field: FieldName
  /** From 0 to 1: which of the posts, comments, wiki pages or members there are. */
  readonly place: number
  readonly stretches: readonly Stretch[]
  /** Comments are written with formatting, and not as Markdown. */
  readonly isFormatted: boolean
  /** Else it stays a draft. */
  readonly isSent: boolean
}

const lengths = { stretches: 3, words: 6 }
const keysMs = [0, 15, 60] as const
const pausesMs = [0, 60, 200, 700, 1_500] as const
const earlyShare = 0.3
const loadedShare = 0.6
const sentShare = 0.6
const formattedShare = 0.6
/** Fields that are written with formatting or as Markdown. */
const composers: readonly FieldName[] = ['comment', 'reply', 'quick-take', 'edit', 'message']
/** A draft that is on the server anyway is nothing that a sign-out asks about. */
const askedAbout: readonly FieldName[] = ['comment', 'reply', 'quick-take', 'feedback', 'edit', 'message']

/** The same for the same seed and number, whatever the rounds before were. */
export function drawRound(seed: number, round: number): Round {
  const draw = drawer(`torture/${seed}/${round}`)
  const one = <Item>(name: string, items: readonly Item[]): Item => {
    const item = items[Math.floor(draw.fraction(name) * items.length)]
    if (item === undefined) throw new RangeError(`nothing to draw ${name} from`)
    return item
  }
  const field = one('field', fieldNames)
  const breaks = breakNames.filter((name) => name !== 'sign-out' || askedAbout.includes(field))
  const count = 2 + Math.floor(draw.fraction('stretches') * (lengths.stretches - 1))
  const isSent = draw.fraction('sent') < sentShare
  const isFormatted = composers.includes(field) && draw.fraction('formatted') < formattedShare
  const stretches = Array.from({ length: count }, (_, at): Stretch => {
    const isLast = at === count - 1
    const isEarly = draw.fraction(`${at}/early`) < earlyShare
    return {
      words: 1 + Math.floor(draw.fraction(`${at}/words`) * lengths.words),
      keyMs: one(`${at}/key`, keysMs),
      isEarly,
      isLoaded: isFormatted && !isEarly && draw.fraction(`${at}/loaded`) < loadedShare,
      pauseMs: one(`${at}/pause`, pausesMs),
      break: isLast && draw.fraction(`${at}/last`) < 0.5 ? null : one(`${at}/break`, isLast ? breaks.filter(isSudden) : breaks),
    }
  })
  return { round, field, place: draw.fraction('place'), stretches, isFormatted, isSent }
}

/** Those that are over at once; the others last while the next words are typed. */
const isSudden = (name: BreakName): boolean => ['reload', 'tab-closed', 'browser-killed', 'restore'].includes(name)

/** One word among all of all runs; its end shows that it is whole. */
export const wordOf = (seed: number, n: number): string => `w${seed}x${n}z`

/** Every such word in a text, in its order, as often as it is there. */
export const wordsIn = (text: string, seed: number): readonly string[] => text.match(new RegExp(`w${seed}x\\d+z`, 'gu')) ?? []

/** On one line, as a report shows it. */
export function planLine({ round, field, stretches, isFormatted, isSent }: Round): string {
  const parts = stretches.map((part) => {
    const early = part.isEarly ? ' early' : ''
    const loaded = part.isLoaded ? ' loaded' : ''
    return `${part.words}w/${part.keyMs}ms${early}${loaded}${part.break === null ? '' : ` +${part.pauseMs}ms ${part.break}`}`
  })
  return `${round} ${field}${isFormatted ? ' with formatting' : ''}: ${parts.join(', ')}${isSent ? ', sent' : ''}`
}
