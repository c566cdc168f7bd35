/**
 * fast-check as it is, but for `assert`, which tries the share of the cases that a run of the tests
 * has (extent.ts).
 */
import { assert as assertAll } from 'fast-check'
import { propertyShare } from './extent.ts'

// The library as a whole is what tests are given, and no page takes this file along.
// oxlint-disable-next-line oxc/no-barrel-file
export * from 'fast-check'

/** As many cases as fast-check tries when it is told no number. */
const usualRuns = 100

// One for properties of either kind, as fast-check's own.
export const assert = ((property: Parameters<typeof assertAll>[0], options?: Parameters<typeof assertAll>[1]) => {
  const numRuns = Math.max(1, Math.ceil((options?.numRuns ?? usualRuns) * propertyShare))
  return assertAll(property, { ...options, numRuns })
}) as typeof assertAll
