/** Of this worker, from 1: two workers never run in one slot at once. */
export const slot = Number(process.env['VITEST_POOL_ID'] ?? 1)
