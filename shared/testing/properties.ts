/**
 * fast-check, with the same values in every run of the tests: a commit has one verdict, not one by
 * luck. `npm test` tries a third of the cases that a property asks for; `npm run fuzz` all, with
 * other seeds.
 */
// oxlint-disable-next-line oxc/no-barrel-file
import * as fc from './fast-check.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_124) })

export { fc }
