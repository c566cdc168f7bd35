/**
 * What a process of the server says of itself, for administrators: a page's data, so it survives
 * JSON.
 */
import type { MigrationState } from '../kernel/migration-runs.ts'
import { minuteMs } from '../kernel/durations.ts'

/** What is measured, and drawn. */
export const seriesNames = [
  'requests',
  'waits',
  'faults',
  'loopDelay',
  'processor',
  'memory',
  'devices',
  'rooms',
  'mutations',
  'acks',
  'lag',
  'fromCache',
] as const
export type SeriesName = (typeof seriesNames)[number]

/** One value for each; `null`: there was nothing to measure. */
export type HealthSample = Readonly<Record<SeriesName, number | null>>

export const windowNames = ['hour', 'day', 'fortnight'] as const
export type WindowName = (typeof windowNames)[number]

/** How far back each goes, by what steps. */
export const windows = {
  hour: { everyMs: 10_000, values: 360 },
  day: { everyMs: 4 * minuteMs, values: 360 },
  fortnight: { everyMs: 60 * minuteMs, values: 336 },
} as const satisfies Record<WindowName, { readonly everyMs: number; readonly values: number }>

export interface HealthHistory {
  readonly window: WindowName
  /** ms since 1970: where the oldest value begins. */
  readonly from: number
  /** Oldest first, as many for each; empty before the first look. */
  readonly series: Readonly<Partial<Record<SeriesName, readonly (number | null)[]>>>
}

export interface FollowerState {
  readonly name: string
  /** Journal entries that it has yet to see. */
  readonly behind: number
}

export interface JobState {
  readonly name: string
  readonly everyMs: number
  /** ms since 1970; `null`: not since this process started. */
  readonly succeededAt: number | null
  readonly failedAt: number | null
  readonly tookMs: number | null
}

export interface HealthView {
  /** Which process: each knows itself alone. */
  readonly node: string
  readonly startedAt: number
  /** `null`: nothing was measured yet. */
  readonly latest: HealthSample | null
  readonly latestAt: number | null
  readonly history: HealthHistory
  readonly journal: number
  readonly followers: readonly FollowerState[]
  readonly jobs: readonly JobState[]
}

/** Asked by the page; absent on a device, which has no server to speak of. */
export interface HealthPort {
  /** Of the store's data: nothing of it changes while a process runs. */
  readonly migrations: readonly MigrationState[]
  view(window: WindowName): Promise<HealthView>
}
