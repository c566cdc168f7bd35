/**
 * What a reader wants more or less of on the front page (content.md 12.9): words of posts, and
 * whether posts that are on no front page come too. The server and a device without a network order
 * the list by these very figures. Pure: no storage, no clock.
 */
import { slugify } from '../kernel/slug.ts'
import { hourMs } from '../kernel/durations.ts'

/** Stands for "personal blog posts" among the words; no word's slug looks like it. */
export const personalKey = '*'
/** Personal posts are left out unless somebody says otherwise. */
const personalUsually = 'hidden'

/** One word, and what it does. The rest of a list is as everybody has it. */
export interface TagFilter {
  /** Slug of the word, or `personalKey`. */
  readonly key: string
  /**
   * `hidden`, `reduced`, `default`, `subscribed`, `required`, a number (`40`, `-10`, `0.3`) or
   * `x3`.
   */
  readonly mode: string
}

export const filterModes = ['hidden', 'reduced', 'default', 'subscribed', 'required'] as const

export const filterFigures = {
  maxFilters: 20,
  subscribed: 25,
  reduced: 0.5,
  /** Of a number that somebody types: up or down. */
  maxPoints: 1_000,
  /** `x…`. */
  maxTimes: 100,
  offsetHours: 6,
  slowest: 0.5,
  steepening: 1.4,
  fastest: 1.08,
  spreadHours: 11,
  halfLifeHours: 60,
  /** Hours further back weigh less than a thousandth together. */
  hoursLookedAt: 720,
} as const

/** How one mode moves a score. */
interface Weight {
  readonly isHidden: boolean
  readonly isRequired: boolean
  readonly add: number
  readonly times: number
}

const plain: Weight = { isHidden: false, isRequired: false, add: 0, times: 1 }

/** `null`: no mode. */
function weightOf(mode: string): Weight | null {
  switch (mode) {
    case 'hidden':
      return { ...plain, isHidden: true }
    case 'required':
      return { ...plain, isRequired: true }
    case 'default':
      return plain
    case 'subscribed':
      return { ...plain, add: filterFigures.subscribed }
    case 'reduced':
      return { ...plain, times: filterFigures.reduced }
  }
  const [, isTimes, digits = ''] = /^(x?)(-?\d{1,4}(?:\.\d{1,3})?)$/u.exec(mode) ?? []
  const value = Number(digits)
  if (digits === '' || Math.abs(value) > filterFigures.maxPoints) return null
  if (isTimes === 'x') return value < 0 || value > filterFigures.maxTimes ? null : { ...plain, times: value }
  return value > 0 && value < 1 ? { ...plain, times: value } : { ...plain, add: value }
}

export const isFilterMode = (mode: string): boolean => weightOf(mode) !== null

/**
 * `word~mode` joined by commas; what is malformed or says what holds anyway is left out, of two on
 * one word the later stands, and the order is always the same.
 */
export function parseFilters(text: string): readonly TagFilter[] {
  const modes = new Map<string, string>()
  for (const part of text.slice(0, 2_000).split(',')) {
    const [rawKey = '', mode = ''] = part.split('~')
    const key = rawKey === personalKey ? personalKey : slugify(rawKey)
    if (key !== '' && isFilterMode(mode)) modes.set(key, mode)
  }
  if (modes.get(personalKey) === personalUsually) modes.delete(personalKey)
  return [...modes]
    .map(([key, mode]) => ({ key, mode }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, filterFigures.maxFilters)
}

export const filtersText = (filters: readonly TagFilter[]): string => filters.map(({ key, mode }) => `${key}~${mode}`).join(',')

/** The same text for all filters that mean the same. */
export const canonicalFilters = (text: string): string => filtersText(parseFilters(text))

export const personalModeOf = (filters: readonly TagFilter[]): string =>
  filters.find(({ key }) => key === personalKey)?.mode ?? personalUsually

export interface FilteredPost {
  readonly baseScore: number
  readonly publishedAt: number
  readonly isFrontpage: boolean
  readonly isCurated: boolean
  /** Slugs, those that filters name at least. */
  readonly tags: ReadonlySet<string>
}

export interface Bonuses {
  readonly frontpageBonus: number
  readonly curatedBonus: number
}

/**
 * (base + F + C + P + sum of what is added) × what is multiplied / (hours + 6) ^ exponent. `null`:
 * the post is not shown.
 */
export function filteredScore(
  post: FilteredPost,
  filters: readonly TagFilter[],
  { exponent, now, bonuses }: { readonly exponent: number; readonly now: number; readonly bonuses: Bonuses },
): number | null {
  let add = (post.isFrontpage ? bonuses.frontpageBonus : 0) + (post.isCurated ? bonuses.curatedBonus : 0)
  let times = 1
  for (const { key, mode } of [
    ...filters.filter((filter) => filter.key !== personalKey),
    { key: personalKey, mode: personalModeOf(filters) },
  ]) {
    const weight = weightOf(mode) ?? plain
    const applies = key === personalKey ? !post.isFrontpage : post.tags.has(key)
    if (weight.isRequired && !applies) return null
    if (!applies) continue
    if (weight.isHidden) return null
    add += weight.add
    times *= weight.times
  }
  const ageHours = Math.max(0, now - post.publishedAt) / hourMs
  return Math.round((((post.baseScore + add) * times) / (ageHours + filterFigures.offsetHours) ** exponent) * 1e6) / 1e6
}

/**
 * 0 to 1: how much somebody has been here lately, from moments at which they were. `null` without
 * any: nothing is known of them.
 */
export function activityOf(moments: readonly number[], now: number): number | null {
  const { hoursLookedAt, spreadHours, halfLifeHours } = filterFigures
  const active = new Set<number>()
  for (const moment of moments) {
    const hour = Math.floor((now - moment) / hourMs)
    if (hour < 0 || hour >= hoursLookedAt) continue
    for (let at = hour - spreadHours; at <= hour + spreadHours; at += 1) if (at >= 0) active.add(at)
  }
  if (active.size === 0) return null
  let sum = 0
  let all = 0
  for (let hour = 0; hour < hoursLookedAt; hour += 1) {
    const weight = 2 ** (-hour / halfLifeHours)
    all += weight
    if (active.has(hour)) sum += weight
  }
  return sum / all
}

/**
 * How fast the list forgets, for somebody who is here that much: 0.5 for who never comes, 1.08 for
 * who comes daily. In hundredths, so that few lists differ.
 */
export function exponentOf(activity: number): number {
  const { slowest, steepening, fastest } = filterFigures
  return Math.round(Math.min(slowest * (1 + steepening * activity), fastest) * 100) / 100
}
