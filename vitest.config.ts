import { defineConfig } from 'vitest/config'

/** Journeys in which much is computed at once, on several servers or against a clock: two of them would measure each other. */
const alone = ['web/e2e/several-nodes.e2e.ts']

/** What looks at pages: `npm test` does so once a page, `npm run test:long` in every theme and size (support/looks.ts). */
const looks = ['web/e2e/**/*.looks.ts', 'web/e2e/{a11y*,admin,comfort-*,editor-nodes}.e2e.ts']

const journeys = {
  globalSetup: ['web/e2e/support/site-setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // As long as Playwright waits: a busy machine is no failure.
  expect: { poll: { timeout: 120_000 } },
}

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    projects: [
      { test: { name: 'shared', include: ['shared/**/*.test.ts'], testTimeout: 30_000 } },
      { extends: './vite.config.ts', test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], testTimeout: 30_000 } },
      {
        test: {
          name: 'sync-server',
          include: ['sync-server/**/*.test.ts'],
          globalSetup: ['sync-server/store/testing/postgres-setup.ts'],
          // Argon2, a real PostgreSQL and killed child processes on a busy machine.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'simulation', include: ['simulation/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 } },
      { test: { name: 'tools', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...journeys, name: 'e2e', include: ['web/e2e/**/*.e2e.ts'], exclude: alone } },
      { test: { ...journeys, name: 'e2e-alone', include: alone, fileParallelism: false, sequence: { groupOrder: 1 } } },
      // Both are `npm run test:long`'s. A page in every theme and size takes seconds, and there are many pages.
      {
        test: { ...journeys, name: 'looks', include: looks, env: { LOOKS: 'whole' }, testTimeout: 1_800_000, sequence: { groupOrder: 2 } },
      },
      {
        test: { ...journeys, name: 'long', include: ['web/e2e/**/*.long.ts'], fileParallelism: false, sequence: { groupOrder: 3 } },
      },
    ],
  },
})
