import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { FeedSettings, HiddenItem, HidingList } from './settings-schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { readMarksOf } from '../reading/queries.ts'
import { activityOf, canonicalFilters, exponentOf } from './filters.ts'
import { feedSettings, hiddenItems, usualSettings } from './settings-schema.ts'

/** More than these are not looked at: the oldest come back. */
const maxHidden = 300
/** How many of the last visits tell how often somebody is here. */
const visitsLookedAt = 200

export const hiddenItemsOf = (userId: string, limit = maxHidden) =>
  defineQuery({ table: hiddenItems, index: ['userId', 'changedAt'], equals: [userId], order: 'descending', limit })

export async function hiddenBy(read: Read, userId: string, list: HidingList): Promise<readonly HiddenItem[]> {
  return (await read.list(hiddenItemsOf(userId))).filter((item) => item.list === list && item.isHidden)
}

export async function feedSettingsOf(read: Read, viewer: Viewer): Promise<FeedSettings> {
  if (viewer.kind === 'visitor') return usualSettings('')
  return (await read.get(feedSettings, viewer.userId)) ?? usualSettings(viewer.userId)
}

/** What makes a front page somebody's own. */
export interface FeedPreferences {
  /** In their one spelling; empty: as everybody has it. */
  readonly filters: string
  /** `null`: as for everybody who is not known. */
  readonly exponent: number | null
  /** Ids of posts that are left out, sorted. */
  readonly hidden: readonly string[]
}

export const defaultPreferences: FeedPreferences = { filters: '', exponent: null, hidden: [] }

/**
 * A member's front page: their filters, how fast it forgets by how often they are here, and what
 * they have hidden.
 */
export async function frontPreferencesOf(read: Read, userId: string, now: number): Promise<FeedPreferences> {
  const { filters } = (await read.get(feedSettings, userId)) ?? usualSettings(userId)
  const visits = await read.list(readMarksOf(userId, visitsLookedAt))
  const activity = activityOf(
    visits.map(({ readAt }) => readAt),
    now,
  )
  const hidden = await hiddenBy(read, userId, 'front')
  return {
    // Kept ones may be in an earlier spelling.
    filters: canonicalFilters(filters),
    exponent: activity === null ? null : exponentOf(activity),
    hidden: hidden
      .slice(0, 100)
      .map(({ itemId }) => itemId)
      .toSorted(),
  }
}

/**
 * As parameters of the page's address: two readers who want the same get the same page. Empty for
 * nobody's wish.
 */
export function preferencesQuery({ filters, exponent, hidden }: FeedPreferences): readonly (readonly [string, string])[] {
  return [
    ...(exponent === null ? [] : [['decay', String(Math.round(exponent * 100))] as const]),
    ...(filters === '' ? [] : [['filters', filters] as const]),
    ...(hidden.length === 0 ? [] : [['hide', hidden.join('.')] as const]),
  ]
}

export function parsePreferences(search: { get(name: string): string | null }): FeedPreferences {
  const decay = Number(search.get('decay'))
  return {
    filters: canonicalFilters(search.get('filters') ?? ''),
    exponent: Number.isInteger(decay) && decay >= 50 && decay <= 108 ? decay / 100 : null,
    hidden: (search.get('hide') ?? '')
      .split('.')
      .filter((id) => id.length === 26)
      .slice(0, 100),
  }
}
