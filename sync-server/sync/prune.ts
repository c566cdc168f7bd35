import { defineQuery } from '#shared/kernel/query.ts'
import type { Batch } from '#server/store/port.ts'
import type { DevicesInBatch } from './numbered-devices.ts'
import { devices as deviceTable, mutationResults } from './device-tables.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface PruneStep {
  /** Where the walk through old answers goes on, by their time; 0 to begin. */
  readonly from: number
}

export interface Pruned {
  readonly results: number
  readonly devices: number
  readonly entries: number
  /** For the next step; `null` when all old answers have been looked at. */
  readonly next: number | null
}

const resultsRetentionMs = 30 * dayMs
/**
 * A device that has not been seen for so long is taken for lost: nobody will ask for its answers.
 */
const lostAfterMs = 365 * dayMs
const devicesAtOnce = 500
/**
 * A device that was away for longer begins its shapes anew, which costs it no more than a first
 * visit.
 */
const entriesRetained = 200_000
const resultsAtOnce = 1_000
const entriesAtOnce = 5_000

/**
 * One bounded step of tidying. Answers are kept until the device has said that it needs them no
 * more, and for 30 days at least (R2); of a lost device all but those that stand open go. A device
 * that never did a mutation is forgotten whole. One that did keeps its row, some hundred bytes: its
 * count is what keeps a number from being another mutation's, should it come back after all.
 */
export async function prune(batch: Batch, devices: DevicesInBatch, { from }: PruneStep, now: number): Promise<Pruned> {
  const forgotten = from === 0 ? await forgetIdle(batch, now) : 0
  const old = await batch.tx.list(
    defineQuery({
      table: mutationResults,
      index: ['at'],
      equals: [],
      from,
      until: now - resultsRetentionMs,
      order: 'ascending',
      limit: resultsAtOnce,
    }),
  )
  let results = 0
  for (const { id, deviceId, n, outcome } of old) {
    const device = await devices.find(deviceId)
    const isLost = device === undefined || device.lastSeenAt <= now - lostAfterMs
    if (outcome === 'later' || (!isLost && n > device.ackedUpTo)) continue
    await batch.tx.delete(mutationResults, id)
    results += 1
  }
  const entries = await batch.pruneJournal(entriesRetained, entriesAtOnce)
  const last = old.at(-1)?.at
  if (last === undefined || old.length < resultsAtOnce) return { results, devices: forgotten, entries, next: null }
  // A whole step of one millisecond: those behind it are seen next time.
  return { results, devices: forgotten, entries, next: last === from ? last + 1 : last }
}

/** Devices that only ever read: nothing of theirs is kept under a number. */
async function forgetIdle(batch: Batch, now: number): Promise<number> {
  const idle = await batch.tx.list(
    defineQuery({
      table: deviceTable,
      index: ['lastMutation', 'lastSeenAt'],
      equals: [0],
      until: now - lostAfterMs,
      order: 'ascending',
      limit: devicesAtOnce,
    }),
  )
  for (const { id } of idle) await batch.tx.delete(deviceTable, id)
  return idle.length
}
