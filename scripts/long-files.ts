/**
 * Files that take far longer than their size tells, the longest of each tier first
 * (longest-first.ts). A fresh clone knows no times.
 */
export const longFiles: readonly string[] = [
  'sync-server/documents/workers/workers.test.ts',
  'sync-server/http-tests/canaries.test.ts',
  'sync-server/seed/example-passwords.test.ts',
  'scripts/entity.test.ts',
  'sync-server/sync/numbered.test.ts',
  'sync-server/http-tests/refused-bodies.test.ts',
  'simulation/simulation.test.ts',
  'simulation/documents/fuzz.test.ts',
  'simulation/postgres.test.ts',
  'simulation/nodes/nodes.test.ts',
  'simulation/documents/kill.test.ts',
  'simulation/nodes/faults.test.ts',
  'web/e2e/sharing.e2e.ts',
  'web/e2e/history.e2e.ts',
  'web/e2e/device-storage.e2e.ts',
  'web/e2e/reading-comfort.e2e.ts',
  'web/e2e/comfort-text.e2e.ts',
  'web/e2e/pictures.e2e.ts',
  'web/e2e/device-worker.e2e.ts',
  'web/e2e/several-nodes.e2e.ts',
  'web/e2e/device-links.e2e.ts',
  'web/e2e/reading-place.e2e.ts',
  'web/e2e/questions.e2e.ts',
  'web/e2e/lasting-walk.e2e.ts',
  'web/e2e/a11y-device.e2e.ts',
  'web/e2e/device-live.e2e.ts',
]
