/**
 * What `npm test` runs after the gates, in this order. A tier is one run of vitest over the
 * projects that it names.
 */
import config from '../vitest.config.ts'

export interface Tier {
  readonly name: string
  /**
   * Of vitest.config.ts. Those that it does not have are left out, and a tier without any as well.
   */
  readonly projects: readonly string[]
  /**
   * It waits now and then, or leaves a core idle, and runs while the tier of this name does the
   * same.
   */
  readonly beside?: string
  /** Which part of its files, as vitest says it: `1/2`. */
  readonly shard?: string
  /** Of vitest, in addition to those of every tier of `npm test`. */
  readonly reporter?: string
}

const all: readonly Tier[] = [
  { name: 'units', projects: ['shared', 'web', 'sync-server', 'tools'] },
  { name: 'simulation, waiting', projects: ['simulation-waiting'], beside: 'units' },
  { name: 'simulation', projects: ['simulation'] },
  // By itself and in two browsers: one for all lost the connection to Vitest in some whole runs,
  // never before it had run 64 files.
  { name: 'DOM, first half', projects: ['dom'], shard: '1/2' },
  { name: 'DOM, second half', projects: ['dom'], shard: '2/2' },
  { name: 'journeys', projects: ['e2e'], reporter: './scripts/price-reporter.ts' },
]

const known = new Set(
  (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project && typeof project.test?.name === 'string' ? [project.test.name] : [],
  ),
)

export const tiers: readonly Tier[] = all
  .map((tier) => ({ ...tier, projects: tier.projects.filter((name) => known.has(name)) }))
  .filter(({ projects }) => projects.length > 0)

/** The projects of all tiers, for those who run each. */
export const commandOf = ({ projects, shard }: Tier): string =>
  `vitest run ${projects.map((name) => `--project ${name}`).join(' ')}${shard === undefined ? '' : ` --shard=${shard}`}`
