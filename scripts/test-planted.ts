// `npm run test:planted -- AREA…`: plants each fault of scripts/planted/AREA.ts in a copy of the
// project, and requires that the area's units catch it within a minute; without a name, all areas.
// `--within 180` allows more seconds, for a busy machine; `--fault word` plants only those with
// that word in their name. Ends with a table, and with 1 when a fault survives or cannot be planted
// any longer.
import { parseArgs } from 'node:util'
import { plantFaults } from './plant-faults.ts'
import { readAreas } from './planted-areas.ts'
import { projectDir } from './steps.ts'

const { values, positionals } = parseArgs({
  options: { within: { type: 'string', default: '60' }, fault: { type: 'string', default: '' } },
  allowPositionals: true,
})
const all = await readAreas()
const unknown = positionals.filter((name) => !all.some((area) => area.name === name))
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const areas = all
  .filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  .map((area) => ({ ...area, faults: area.faults.filter(({ name }) => name.includes(values.fault)) }))
  .filter(({ faults }) => faults.length > 0)
const verdicts = await plantFaults({
  projectDir,
  areas,
  withinMs: Number(values.within) * 1_000,
  tell: ({ area, fault, isCaught, seconds, about }) =>
    console.log(`${isCaught ? '✓' : '✗'} ${area.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s  ${fault}\n    ${about}`),
})
const missed = verdicts.filter(({ isCaught }) => !isCaught)
console.log(`\n${verdicts.length - missed.length} of ${verdicts.length} planted faults were caught.`)
for (const { area, fault, about } of missed) console.log(`✗ ${area}: ${fault}: ${about}`)
process.exitCode = missed.length === 0 && verdicts.length > 0 ? 0 : 1
