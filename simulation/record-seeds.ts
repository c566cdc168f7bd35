/**
 * `node simulation/record-seeds.ts`: looks for the first seed that shows each planted bug, and
 * writes it down. Ends with 1 when one is not found.
 */
import tabFaults from '../scripts/planted/document-tabs.ts'
import type { BugName } from './bugs.ts'
import { bugs } from './bugs.ts'
import type { DocumentBug } from './documents/bugs.ts'
import { documentBugs } from './documents/bugs.ts'
import { runDocumentSeeds } from './documents/seeds.ts'
import { recordSeeds } from './recorded-seeds.ts'
import { runSeeds } from './seeds.ts'
import type { SuggestionBug } from './suggestions/bugs.ts'
import { suggestionBugs } from './suggestions/bugs.ts'
import { runSuggestionSeeds } from './suggestions/seeds.ts'
import { firstSeeds as firstTabSeeds, runTabSeeds } from './tabs/seeds.ts'

interface Run {
  readonly seed: number
  readonly faults: readonly string[]
}

const maxSeeds = 200
const missed: string[] = []

/** @param tried the runs with a bug, up to the first that fails */
async function firstSeeds<Bug extends string>(
  names: readonly Bug[],
  tried: (bug: Bug) => Promise<readonly Run[]>,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const bug of names) {
    const seeds = (await tried(bug)).filter(({ faults }) => faults.length > 0).map(({ seed }) => seed)
    if (seeds.length === 0) missed.push(bug)
    else found[bug] = Math.min(...seeds)
    console.log(`${bug}: ${found[bug] ?? `not within ${maxSeeds} seeds`}`)
  }
  return found
}

// In lists by name, see `bugs`. What the herd shows has no seed.
const community = (Object.keys(bugs) as BugName[]).filter((name) => name !== 'jitter-off')
recordSeeds({
  community: await firstSeeds(community, (bug) => runSeeds({ from: 1, count: maxSeeds, bug, untilFirst: true })),
  suggestions: await firstSeeds(Object.keys(suggestionBugs) as SuggestionBug[], (bug) => runSuggestionSeeds(maxSeeds, bug)),
  documents: await firstSeeds(Object.keys(documentBugs) as DocumentBug[], (bug) => runDocumentSeeds(maxSeeds, bug)),
  tabs: await firstSeeds(
    tabFaults.map(({ name }) => name),
    (name) => runTabSeeds(firstTabSeeds(maxSeeds), { fault: tabFaults.find((fault) => fault.name === name) ?? null }),
  ),
})
if (missed.length > 0) {
  console.error(`Not caught: ${missed.join(', ')}`)
  process.exitCode = 1
}
