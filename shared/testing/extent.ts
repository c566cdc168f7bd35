/**
 * How much a run of the tests tries. The one setting for it: `TEST_EXTENT=long`, which
 * `npm run test:long` and `npm run fuzz` set.
 */
export const isLong = process.env['TEST_EXTENT'] === 'long'

/** Of what the long run tries, the share that `npm test` does. */
export const propertyShare = isLong ? 1 : 1 / 3
