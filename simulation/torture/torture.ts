/**
 * `npm run torture -- --minutes 10 --seed 7`: types words that are there only once in a real
 * browser, breaks what can break, and then reads every store. Ends with 1 when a word is lost or
 * doubled; `--round K` tries that one again by itself, `--rounds N` so many, `--fields
 * comment,reply` only those of these fields.
 */
import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildWhenNeeded } from '#server/build.ts'
import { makeTemplate, member, openWorld } from './world.ts'
import { drawRound, fieldNames, planLine } from './plan.ts'
import { placesIn } from './places.ts'
import type { Outcome, Run } from './round.ts'
import { runRound } from './round.ts'
import { isClean } from './verdict.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    ...{ rounds: { type: 'string' }, seed: { type: 'string' }, round: { type: 'string' } },
    fields: { type: 'string', default: fieldNames.join(',') },
  },
})
const seed = Number(values.seed ?? randomInt(1_000_000))
const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** What the example community has to offer is used up after a while. */
const roundsPerWorld = 100

async function newRun(): Promise<Run> {
  const world = await openWorld(template)
  return { world, seed, placesOf: placesIn(world.dataDir, member), typed: [] }
}

const chosen = new Set(values.fields.split(','))

const isGood = (outcome: Outcome): boolean => isClean(outcome) && outcome.problems.length === 0

await buildWhenNeeded(say)
say(`seed ${seed}`)
const template = await makeTemplate()
process.on('exit', () => rmSync(template.folder, { recursive: true, force: true }))
const first = Number(values.round ?? 0)
const count = Number(values.rounds ?? (values.round === undefined ? Number.MAX_SAFE_INTEGER : 1))
const until = performance.now() + Number(values.minutes) * 60_000
const broken = new Map<string, number>()
const figures = { rounds: 0, words: 0, inSmallEditor: 0, lost: 0, doubled: 0, otherwise: 0 }
let run: Run | null = null
for (let round = first; round < first + count && (round === first || performance.now() < until); round += 1) {
  const plan = drawRound(seed, round)
  if (!chosen.has(plan.field)) continue
  if (run === null || (run.typed.length > 0 && figures.rounds % roundsPerWorld === 0)) {
    await run?.world.close()
    run = await newRun()
  }
  const began = performance.now()
  const outcome = await runRound(run, plan)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  figures.rounds += 1
  figures.words += outcome.words
  figures.inSmallEditor += outcome.inSmallEditor
  figures.lost += outcome.lost.length
  figures.doubled += outcome.doubled.length
  figures.otherwise += outcome.problems.length
  for (const { break: name } of plan.stretches) if (name !== null) broken.set(name, (broken.get(name) ?? 0) + 1)
  say(`${isGood(outcome) ? '✓' : '✗'} ${planLine(plan)} (${seconds} s)`)
  if (isGood(outcome)) continue
  for (const word of outcome.lost) say(`    lost: ${word}`)
  for (const { word, places } of outcome.doubled) say(`    doubled: ${word} at ${places.join(', ')}`)
  for (const problem of outcome.problems) say(`    ${problem}`)
  say(`    again: npm run torture -- --seed ${seed} --round ${round}`)
  // What is lost stays lost: the next rounds begin anew.
  await run.world.close()
  run = null
}
await run?.world.close()
say(JSON.stringify({ seed, ...figures, breaks: Object.fromEntries([...broken].toSorted()) }))
process.exit(figures.lost + figures.doubled + figures.otherwise > 0 ? 1 : 0)
