/**
 * fast-check, with the same values in every run of the tests: a commit has one verdict, not one by luck. `npm run fuzz` tries others.
 */
import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_124) })

export { fc }
