import type { PlantedFault } from '../plant-faults.ts'

/** Addresses, remembered pages, and what every answer of the server has. */
export const tests: readonly string[] = [
  '--project',
  'sync-server',
  'sync-server/pages',
  'sync-server/http/limits.test.ts',
  'sync-server/http/return-to.test.ts',
  'sync-server/http/security-headers.test.ts',
  'sync-server/http/admission.test.ts',
  'sync-server/http/front-preferences.test.ts',
]

export default [
  {
    // The crawl reads the built product: its copy builds the pages before the fault, and the server
    // alone with it.
    name: 'pages are drawn from rows that nobody has judged for who looks',
    file: 'sync-server/pages/page-renderer.ts',
    find: 'read: permittedRead(known, seenBy.viewer, policies),',
    replace: 'read: known,',
    tests: ['--project', 'sync-server', 'sync-server/http-tests/canaries.test.ts', '-t', 'no address that can be found'],
  },
  {
    name: 'a page that changed while it was remembered is given for ever',
    file: 'sync-server/pages/page-cache.ts',
    find: 'for (const answer of this.#readers.of(key)) this.#remove(answer)',
    replace: 'for (const answer of this.#readers.of(key)) this.#fresh.remove(answer.key)',
    tests: ['--project', 'sync-server', 'sync-server/pages/page-cache.test.ts'],
  },
  {
    name: 'a remembered page outlives its greatest age',
    file: 'sync-server/pages/page-cache.ts',
    find: 'if (age > this.#maxAgeMs) {',
    replace: 'if (age > this.#maxAgeMs && found.hits === 0) {',
    tests: ['--project', 'sync-server', 'sync-server/pages/page-cache.test.ts'],
  },
  {
    name: 'pages are remembered though nobody knows whether they still hold',
    file: 'sync-server/pages/page-cache.ts',
    find: 'if (found === undefined || this.#options.isStale?.() === true) return undefined',
    replace: 'if (found === undefined) return undefined',
    tests: ['--project', 'sync-server', 'sync-server/pages/page-cache.test.ts'],
  },
  {
    name: 'a removed post stays on lists for ten seconds',
    file: 'sync-server/pages/freshness.ts',
    find: "  if (row.op === 'del') return null\n",
    replace: '',
    tests: ['--project', 'sync-server', 'sync-server/pages/freshness.test.ts'],
  },
  {
    name: 'after a failure the cache skips the entries it did not handle',
    file: 'sync-server/pages/freshness.ts',
    find: 'this.#position = Math.max(this.#position, row.seq)',
    replace: 'this.#position = row.seq + 1',
    tests: ['--project', 'sync-server', 'sync-server/pages/freshness.test.ts'],
  },
  {
    name: 'a return address with a backslash leads to another site',
    file: 'sync-server/http/return-to.ts',
    find: "value.startsWith('//') || unsafe.test(value)",
    replace: "value.startsWith('//')",
    tests: ['--project', 'sync-server', 'sync-server/http/return-to.test.ts'],
  },
  {
    name: 'dot segments in a return address lead to another site',
    file: 'sync-server/http/return-to.ts',
    find: "if (url.pathname.startsWith('//') || url.pathname",
    replace: 'if (url.pathname',
    tests: ['--project', 'sync-server', 'sync-server/http/return-to.test.ts'],
  },
  {
    name: 'an address with slashes doubled is taken for the page without',
    file: 'sync-server/pages/page-address.ts',
    find: "  if (path.includes('//')) return { kind: 'unknown' }\n",
    replace: '',
    tests: ['--project', 'sync-server', 'sync-server/pages/page-address.test.ts'],
  },
  {
    name: 'a limit forgets a use as soon as the window is half over',
    file: 'sync-server/http/limits.ts',
    find: 'times[0].at <= now - this.#windowMs ||',
    replace: 'times[0].at <= now - this.#windowMs / 2 ||',
    tests: ['--project', 'sync-server', 'sync-server/http/limits.test.ts'],
  },
  {
    name: 'a window that opened a page keeps a handle on it',
    file: 'sync-server/http/security-headers.ts',
    find: "['cross-origin-opener-policy', 'same-origin'],",
    replace: "['cross-origin-opener-policy', 'unsafe-none'],",
    tests: ['--project', 'sync-server', 'sync-server/http/security-headers.test.ts'],
  },
] satisfies readonly PlantedFault[]
