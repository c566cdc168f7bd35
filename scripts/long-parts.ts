/**
 * What `npm run test:long` runs beyond `npm test`, in parts that can be asked for by name. To add
 * to a part is to add a command to its list: a command line that ends with 0 when all is well.
 */
import type { Step } from './steps.ts'
import { seedOf } from './seed-of-day.ts'

export const partNames = ['looks', 'seeds', 'faults', 'roles', 'stress'] as const
export type PartName = (typeof partNames)[number]

/** A part that takes longer is ended and has failed. */
export const partLimitMs = 20 * 60_000

/** Set for every command: property tests and simulations then try all that they have. */
export const longEnv = { TEST_EXTENT: 'long' }

/** @param day whose seeds are tried besides those of every run */
export function longParts(day: Date): Readonly<Record<PartName, readonly Step[]>> {
  const seed = seedOf(day)
  const simulate = 'node simulation/simulate.ts --all'
  return {
    // Themes, sizes and text at 200 %, on every page.
    looks: [{ name: 'every page in every look', command: 'vitest run --project looks' }],
    seeds: [
      { name: 'seeds of the planted bugs', command: 'node simulation/record-seeds.ts' },
      {
        name: 'all seeds',
        command: 'vitest run --project simulation simulation/simulation simulation/suggestions simulation/documents/fuzz simulation/tabs',
      },
      { name: 'all seeds on PostgreSQL', command: 'vitest run --project simulation-waiting simulation/postgres' },
      { name: `seeds from ${seed}`, command: `${simulate} --from ${seed} --seeds 300 --suggestions 100` },
      { name: `seeds of the shipped client from ${seed}`, command: `node simulation/tabs/run-seeds.ts ${seed} ${seed + 299}` },
      { name: `seeds from ${seed}, on PostgreSQL`, command: `${simulate} --postgres --from ${seed} --seeds 10` },
      { name: `properties, all cases, seed ${seed}`, command: `node scripts/fuzz.ts 1 --from ${seed}` },
      { name: 'coverage', command: 'node scripts/coverage.ts' },
    ],
    faults: [
      { name: 'kills, faults on three nodes', command: 'vitest run --project simulation-waiting --exclude simulation/postgres.test.ts' },
      { name: 'words typed while things break', command: 'node simulation/torture/torture.ts --seed 1 --rounds 9 --minutes 6' },
      { name: `20 faults, seed ${seed}`, command: `node simulation/nodes/run-faults.ts --rounds 20 --seed ${seed}` },
    ],
    // Every page and form as each role may or may not use it, by HTTP.
    roles: [
      { name: 'walks of every role', command: 'vitest run --project roles' },
      { name: 'what is hidden, on every address as every role', command: 'vitest run --project sync-server http-tests/canaries' },
    ],
    stress: [
      {
        name: 'a document of 260,000 edits, many kills of its writers, a photo of 12 million points',
        command: 'vitest run --project sync-server documents/workers documents/kill features/pictures/pictures',
      },
      { name: 'a queue of 5,000 mutations', command: 'vitest run --project long' },
      { name: 'beside four busy loops', command: 'node scripts/stress.ts' },
    ],
  }
}
