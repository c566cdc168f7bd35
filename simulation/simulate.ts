// `npm run simulate -- --seeds 20000 --from 1`: runs seeds until one is not survived, makes its
// plan smaller and writes it down as a regression. After them 1,000 seeds of suggestions
// (`--suggestions 1000`, 0 for none). `--postgres`: the server is three nodes on a real PostgreSQL.
// `--seed 7` runs one and tells what happened; `--bug NAME` plants a bug; `--file PATH` replays a
// plan; `--shrink` makes it smaller, into the folder `--into`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newDatabase, startPostgres } from '#server/store/testing/real-postgres.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { bugNamed } from './bugs.ts'
import type { Plan } from './plan.ts'
import { planFrom } from './plan.ts'
import { runPlan } from './run.ts'
import { maxLanes, runSeeds } from './seeds.ts'
import { shrink } from './shrink.ts'
import { runSuggestionSeeds } from './suggestions/seeds.ts'
import { nodesOnPostgres, openPostgres } from './world/database-on-postgres.ts'
import type { Postgres } from './world/database-on-postgres.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    suggestions: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    file: { type: 'string' },
    bug: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    into: { type: 'string', default: join(import.meta.dirname, 'regressions') },
  },
})
const bug = values.bug === undefined ? null : bugNamed(values.bug)
const server = values.postgres ? await startPostgres() : null
const nodes = server === null ? null : nodesOnPostgres

try {
  // Written by this program.
  if (values.file !== undefined) await onOne(JSON.parse(readFileSync(values.file, 'utf8')) as Plan)
  else if (values.seed !== undefined) await onOne(planFrom(Number(values.seed), nodes))
  else {
    if (Number(values.seeds) > 0) await many(Number(values.from), Number(values.seeds))
    if (bug === null && Number(values.suggestions) > 0 && server === null) await suggest(Number(values.suggestions))
  }
} finally {
  await server?.stop()
}

async function onOne(plan: Plan): Promise<void> {
  if (server === null) return one(plan, null)
  const postgres = await openPostgres((await newDatabase(server.url)).url, serverRegistry.tables, plan.nodes)
  try {
    await one(plan, postgres)
  } finally {
    await postgres.close()
  }
}

async function suggest(count: number): Promise<void> {
  const startedAt = performance.now()
  const found = await runSuggestionSeeds(count)
  const failed = found.filter(({ faults }) => faults.length > 0)
  for (const { seed, faults } of failed.slice(0, 10)) console.log(`suggestions seed ${seed}: ${faults.slice(0, 3).join(' · ')}`)
  const proposals = found.reduce((sum, run) => sum + run.proposals, 0)
  const twice = found.reduce((sum, run) => sum + run.twice, 0)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${found.length} seeds of suggestions, ${failed.length} not survived, ${proposals} proposals, ${twice} by two, ${seconds} s`)
  if (failed.length > 0) process.exitCode = 1
}

async function one(plan: Plan, postgres: Postgres | null): Promise<void> {
  const trace = values.trace ? (line: string): void => console.log(line) : undefined
  const startedAt = performance.now()
  const { faults, figures } = await runPlan(plan, { bug, trace, postgres })
  console.log(JSON.stringify(figures), `${Math.round(performance.now() - startedAt)} ms`)
  for (const fault of faults) console.log(`  ✗ ${fault}`)
  if (faults.length === 0) console.log('  survived')
  else {
    process.exitCode = 1
    if (values.shrink) await writeDown(plan, postgres)
  }
}

async function many(from: number, count: number): Promise<void> {
  const startedAt = performance.now()
  let ran = 0
  const databases: string[] = []
  if (server !== null) for (let lane = 0; lane < maxLanes; lane += 1) databases.push((await newDatabase(server.url)).url)
  const found = await runSeeds({
    nodes,
    ...(server !== null && { databases }),
    from,
    count,
    bug,
    untilFirst: !values.all,
    tell: ({ seed, faults }) => {
      ran += 1
      if (faults.length > 0) console.log(`seed ${seed}: ${faults.slice(0, 3).join(' · ').replaceAll('\n', ' ').slice(0, 400)}`)
      else if (ran % 500 === 0) console.log(`… ${ran} seeds`)
    },
  })
  const failed = found.filter((done) => done.faults.length > 0)
  const seconds = (performance.now() - startedAt) / 1_000
  console.log(
    `${found.length} seeds, ${failed.length} not survived, ${seconds.toFixed(1)} s, ${((seconds * 1_000) / found.length).toFixed(0)} ms a seed`,
  )
  if (failed.length === 0) return
  process.exitCode = 1
  if (bug === null && !values.all && server === null) await writeDown(planFrom(failed[0]?.seed ?? 0), null)
}

async function writeDown(plan: Plan, postgres: Postgres | null): Promise<void> {
  console.log('  making it smaller …')
  const smaller = await shrink(plan, async (candidate) => (await runPlan(candidate, { bug, postgres })).faults)
  mkdirSync(values.into, { recursive: true })
  const path = join(values.into, `seed-${plan.seed}.json`)
  writeFileSync(path, `${JSON.stringify(smaller.plan, null, 2)}\n`)
  console.log(`  ${smaller.plan.steps.length} of ${plan.steps.length} steps are enough: ${path}`)
  for (const fault of smaller.faults) console.log(`  ✗ ${fault}`)
}
