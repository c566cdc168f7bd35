import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptions } from './scripts/chromium.ts'

/** Journeys in which much is computed at once, on several servers or against a clock: two of them would measure each other. */
const alone = ['web/e2e/device-queue.e2e.ts', 'web/e2e/several-nodes.e2e.ts']

const journeys = {
  globalSetup: ['web/e2e/support/site-setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 90_000,
  // Browsers, servers that are killed and a machine shared with others: a journey has a second attempt, with everything new, and the
  // last lines of the run name it (scripts/test.ts). Twice in a row it has failed.
  retry: 1,
  // As long as Playwright waits: a busy machine is no failure.
  expect: { poll: { timeout: 30_000 } },
}

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    projects: [
      { test: { name: 'shared', include: ['shared/**/*.test.ts'], testTimeout: 30_000 } },
      {
        extends: './vite.config.ts',
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: ['web/**/*.dom.test.tsx'], testTimeout: 30_000 },
      },
      {
        // Components in a real browser, over an in-memory device and a fake network (web/testing).
        extends: './vite.config.ts',
        // Found while it runs, a package would have the page reloaded under a test.
        optimizeDeps: { entries: ['web/**/*.dom.test.tsx', 'web/testing/*.ts*'] },
        test: {
          name: 'dom',
          include: ['web/**/*.dom.test.tsx'],
          testTimeout: 30_000,
          expect: { poll: { interval: 10 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions, contextOptions: { reducedMotion: 'reduce' } }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 1280, height: 800 },
          },
        },
      },
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
    ],
  },
})
