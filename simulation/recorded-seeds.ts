/**
 * The seeds at which the planted bugs are caught, as the long run found them: `npm test` tries each
 * bug at its seed alone. `npm run test:long -- --only seeds` looks for them anew and writes them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const path = join(import.meta.dirname, 'recorded-seeds.json')

const Seeds = z.record(z.string(), z.number())
const Recorded = z.object({ community: Seeds, suggestions: Seeds, documents: Seeds, tabs: Seeds })
export type RecordedSeeds = z.infer<typeof Recorded>
export type Simulation = keyof RecordedSeeds

const read = (): RecordedSeeds => Recorded.parse(JSON.parse(readFileSync(path, 'utf8')))

/** @throws Error for a bug that the long run has not seen yet. */
export function recordedSeed(simulation: Simulation, bug: string): number {
  const seed = read()[simulation][bug]
  if (seed === undefined) throw new Error(`no seed is recorded for ${bug}: ${renew}`)
  return seed
}

export function recordSeeds(found: RecordedSeeds): void {
  writeFileSync(path, `${JSON.stringify(found, null, 2)}\n`)
}

/** What to do about a bug that its seed no longer shows. */
export const renew = '`npm run test:long -- --only seeds` records the seeds anew'
