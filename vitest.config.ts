import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { cachedModules } from './scripts/cached-modules.ts'
import { launchOptions } from './scripts/chromium.ts'
import { compiledDir } from './scripts/compiled.ts'
import { LongestFirst } from './scripts/longest-first.ts'
import { recycledForks } from './scripts/recycled-forks.ts'

/**
 * What looks at pages: `npm test` does so once a page, `npm run test:long` in every theme and size
 * (support/looks.ts).
 */
const looks = ['web/e2e/**/*.looks.ts', 'web/e2e/{a11y*,admin,comfort-*,editor-nodes}.e2e.ts']

/**
 * A limit is there to end what hangs: no busy machine reaches it. Nothing has a second attempt, and
 * what is waited for may take as long as the test.
 */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, retry: 0, expect: { poll: { timeout: 100_000 } } }

/**
 * Files share a process: loading the product's modules anew for each took half of their CPU time.
 */
const units = { ...patience, isolate: false, maxWorkers: 2 }

/**
 * Those of the server share one as well, but not for long: tried, a process for all of them grew to
 * 6 GB, and collecting its garbage took longer than loading the modules. Fifteen files of accounts,
 * posts and the wiki made one of 1.7 GB.
 */
const server = { ...patience, isolate: false, pool: recycledForks(12) }

/** Where empty stores are copied from. */
const templates = 'sync-server/store/testing/templates-setup.ts'

/** What `pg` only warns of. */
const setupFiles = ['sync-server/store/testing/refuse-busy-client.ts']

/** A test of it is hundreds of runs. */
const simulation = { ...patience, testTimeout: 900_000, globalSetup: [templates] }

/**
 * The simulation's tests that wait, for PostgreSQL or for other processes: `npm test` runs them
 * beside the units.
 */
const waiting = [
  'simulation/postgres.test.ts',
  'simulation/nodes/*.test.ts',
  'simulation/faults/*.test.ts',
  'simulation/documents/kill.test.ts',
]

const journeys = {
  globalSetup: ['web/e2e/support/site-setup.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  retry: 0,
  // As long as Playwright waits: a busy machine is no failure.
  expect: { poll: { timeout: 120_000 } },
}

export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    // A failure on another machine is read from its message alone.
    chaiConfig: { truncateThreshold: 0 },
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...units, name: 'shared', include: ['shared/**/*.test.ts'] } },
      {
        extends: './vite.config.ts',
        test: { ...units, name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: ['web/**/*.dom.test.tsx'] },
      },
      {
        // Components in a real browser, over an in-memory device and a fake network (web/testing).
        extends: './vite.config.ts',
        plugins: [cachedModules],
        // Found while it runs, a package would have the page reloaded under a test.
        optimizeDeps: { entries: ['web/**/*.dom.test.tsx', 'web/testing/*.ts*'], include: ['workbox-window'] },
        test: {
          ...patience,
          name: 'dom',
          include: ['web/**/*.dom.test.tsx'],
          expect: { poll: { ...patience.expect.poll, interval: 10 } },
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
          ...server,
          name: 'sync-server',
          setupFiles,
          env: { NODE_COMPILE_CACHE: compiledDir },
          include: ['sync-server/**/*.test.ts'],
          globalSetup: [templates, 'sync-server/store/testing/postgres-setup.ts'],
        },
      },
      { test: { ...units, name: 'tools', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'] } },
      { test: { ...simulation, name: 'simulation', include: ['simulation/**/*.test.ts'], exclude: waiting } },
      { test: { ...simulation, name: 'simulation-waiting', setupFiles, include: waiting } },
      // Three at a time left each so little of two cores that carets and tabs raced: journeys that
      // pass by themselves failed.
      { test: { ...journeys, name: 'e2e', isolate: false, include: ['web/e2e/**/*.e2e.ts'] } },
      // These are `npm run test:long`'s. A page in every theme and size takes seconds, and there
      // are many pages.
      {
        test: { ...journeys, name: 'looks', include: looks, env: { LOOKS: 'whole' }, testTimeout: 1_800_000, sequence: { groupOrder: 1 } },
      },
      {
        test: { ...patience, name: 'roles', include: ['sync-server/**/*.long.ts'], testTimeout: 900_000, sequence: { groupOrder: 3 } },
      },
      {
        test: { ...journeys, name: 'long', include: ['web/e2e/**/*.long.ts'], maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['{shared,web,sync-server}/**/*.{ts,tsx}'],
      exclude: ['**/testing/**', '**/*.test.*', 'web/e2e/**'],
    },
  },
})
