/** Towns that the server's gazetteer finds (`sync-server/search/towns/find-towns.ts`). */
import type { Coordinates } from './coordinates.ts'

export interface Town extends Coordinates {
  readonly name: string
  /** In English. */
  readonly country: string
  /** A state of the United States, by its letters; empty elsewhere: the data has numbers there. */
  readonly region: string
  /** Tells it from another one that reads the same; `null`: nothing has to. */
  readonly near: string | null
  /** As the gazetteer has it; 0: not known. */
  readonly population: number
  /** Of the IANA database; empty: this server does not know it. */
  readonly zone: string
}

export interface FoundTowns {
  readonly towns: readonly Town[]
}

export const townLimits = {
  /** Of what is typed. */
  characters: 100,
  /** Fewer letters and digits begin too many names. */
  fewest: 2,
  shown: 8,
} as const

/** As it is written into a place's words. */
export const townWords = ({ name, region, country }: Pick<Town, 'name' | 'region' | 'country'>): string =>
  [name, region, country].filter((part) => part !== '').join(', ')

/** Letters that are no letter with an accent to Unicode, as people without them type them. */
const plain: Readonly<Record<string, string>> = {
  ...{ ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n' },
}

/** Accents, case, and what stands between words are no difference. Empty: nothing to look for. */
export const foldedTown = (typed: string): string =>
  typed
    .normalize('NFKD')
    .replace(/[\p{M}'’ʻʼ‘`.]/gu, '')
    .toLowerCase()
    .replace(/[øæœßłđðþıħŧŋ]/gu, (letter) => plain[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
