// `npm run fuzz -- 30`: every property test with so many other seeds, until one fails; `--from 7`
// begins with that one. `TEST_EXTENT=long PROPERTY_SEED=7 npm run test:unit -- FILE` has the values
// of one of them again.
import { readFileSync, globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { runScript } from './steps.ts'

const { values, positionals } = parseArgs({ options: { from: { type: 'string', default: '1' } }, allowPositionals: true })
const from = Number(values.from)
const rounds = Number(positionals[0] ?? 20)
const files = globSync('{shared,web,sync-server}/**/*.test.{ts,tsx}').filter((file) =>
  readFileSync(file, 'utf8').includes('testing/properties.ts'),
)
console.log(`${files.length} files of properties, ${rounds} rounds from seed ${from}`)
for (let seed = from; seed < from + rounds; seed += 1) {
  process.env['TEST_EXTENT'] = 'long'
  process.env['PROPERTY_SEED'] = String(seed)
  const { exitCode, output, seconds } = await runScript('test:unit', { args: files.join(' ') })
  if (exitCode !== 0) {
    console.log(output)
    console.log(`Failed with seed ${seed}.`)
    process.exitCode = 1
    break
  }
  console.log(`seed ${seed}: passed in ${seconds.toFixed(0)} s`)
}
