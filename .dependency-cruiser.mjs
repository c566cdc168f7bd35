// Who may import whom: docs/architecture.md. `npm run lint:layers` holds it, and
// scripts/layers-planted.ts plants one violation of every rule below and demands that it is found:
// a checker that cannot parse a file reports success.

const tests = '[.]test[.]tsx?$|[.]e2e[.]ts$|(^|/)testing/|^web/e2e/|^bench/|^scripts/|^simulation/|^[^/]+[.]config[.](ts|mjs)$'

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/**
 * Tests may reach further than what they test.
 * @type {(name: string, from: string, to: string) => Rule}
 */
const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from, pathNot: tests }, to: { path: to } })

/** `rules.ts`, `vote-rules.ts` and what stands in a folder `rules/`. */
const layer = (/** @type {string} */ names) => `^shared/.*[/-](${names})([.]ts$|/)`

/** @type {Rule[]} */
const forbidden = [
  { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'every-import-resolves', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },

  // shared/: the end of a file's name is its layer (layers.ts checks that it says what the file
  // does), and a file may import a lower layer of any domain.
  forbid('shared-stands-alone', '^shared/', '^(web|sync-server|bench|scripts|simulation)/'),
  forbid('kernel-knows-no-domain', '^shared/kernel/', '^shared/(?!kernel/)'),
  forbid('schema-is-lowest', layer('schema'), layer('rules|queries|mutations')),
  forbid('rules-only-judge', layer('rules'), layer('queries|mutations')),
  forbid('queries-change-nothing', layer('queries'), layer('mutations')),
  forbid(
    'registry-is-highest',
    '^shared/(?!(device-)?(domains|registry|policies)[.]ts$|(device|server)-manifests[.]ts$|policies-of[.]ts$|shapes[.]ts$)',
    '^shared/((device-)?(domains|registry|policies)|(device|server)-manifests|policies-of)[.]ts$',
  ),
  // A manifest is for the lists that collect it, which say whether devices load it.
  forbid(
    'manifests-are-collected',
    '^(web|sync-server)/|^shared/(?!(device|server)-manifests[.]ts$)',
    '^shared/(?!kernel/)[^/]+/(server-)?domain[.]ts$',
  ),
  forbid('links-know-no-domain', '^shared/links[./]', '^shared/(?!links/)'),

  // The two sides meet in shared/ only; sync-server/pages/ loads the built web entry by path.
  {
    name: 'sides-meet-in-shared',
    severity: 'error',
    from: { path: '^(web|sync-server)/', pathNot: '^web/e2e/' },
    to: { path: '^(web|sync-server)/', pathNot: '^$1/' },
  },
  forbid('features-do-not-meet', '^(web|sync-server)/features/([^/]+)/', '^$1/features/(?!$2/)[^/]+/'),

  // web/: app > features > blocks > data, ui.
  forbid('features-know-no-registry', '^web/features/', '^web/app/(?!(route|web-domain|define-part|head|loads|answer-page)[.]tsx?$)'),
  forbid('blocks-below-features', '^web/blocks/', '^web/(app|features)/'),
  forbid('data-renders-nothing', '^web/data/', '^web/(app|features|blocks|ui)/'),
  forbid('ui-knows-no-entity', '^web/ui/', '^web/(app|features|blocks|data)/|^shared/(?!kernel/|text/|links[.]ts)'),
  forbid('worker-stands-alone', '^web/worker/', '^web/(?!worker/)'),
  {
    // What only loads data on the server must not land in the files that readers download.
    name: 'pages-take-only-types-from-loads',
    severity: 'error',
    from: { path: '^web/(features/[^/]+/(pages|parts|shows)|blocks|ui|data)/', pathNot: `[.]load[.]tsx?$|${tests}` },
    to: { path: '[.]load[.]tsx?$', dependencyTypesNot: ['type-only'] },
  },

  {
    // The device's part of the app arrives after idle, by `import()`, and every load with it (the
    // build checks what is in the first download).
    name: 'device-side-comes-late',
    severity: 'error',
    from: {
      path: '^web/',
      pathNot: `^web/(worker/|app/(device-side|device-pages|keep-page|take-read-pages|local-read|body-html|answer-page|render-page)[.]tsx?$)|${tests}`,
    },
    to: {
      path: '^web/app/(device-side|device-pages|keep-page|take-read-pages|local-read|body-html|answer-page)[.]ts$',
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    // Dexie and what stands on it.
    name: 'device-comes-late',
    severity: 'error',
    from: { path: '^web/', pathNot: `^web/data/(device|sync)/|${tests}` },
    to: { path: '^web/data/device/(device|dexie-store)[.]ts$|^node_modules/dexie/', dynamic: false, dependencyTypesNot: ['type-only'] },
  },

  // sync-server/: main > features, http, pages, feeds, seed > sync > store.
  forbid('store-knows-no-caller', '^sync-server/store/', '^sync-server/(?!store/)|^shared/(?!kernel/)'),
  forbid('sync-knows-no-domain', '^sync-server/sync/', '^sync-server/(?!sync/|store/)|^shared/(?!kernel/|sync/)'),
  forbid('http-takes-features-by-port', '^sync-server/(http|pages|feeds)/', '^sync-server/(features|mail|seed)/'),
  forbid('features-know-no-caller', '^sync-server/features/[^/]+/', '^sync-server/((main|start|dev|build|serverRegistry)[.]ts$|seed/)'),
  forbid('mail-stands-alone', '^sync-server/mail/', '^sync-server/(?!mail/)|^shared/(?!kernel/|text/|links[.]ts)'),

  // Packages.
  {
    name: 'product-needs-no-dev-dependency',
    severity: 'error',
    from: { path: '^(shared|web|sync-server)/', pathNot: tests },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
  { name: 'shared-uses-no-node', severity: 'error', from: { path: '^shared/', pathNot: tests }, to: { dependencyTypes: ['core'] } },

  {
    name: 'tests-are-leaves',
    severity: 'error',
    from: { pathNot: tests },
    to: { path: '/testing/|[.](test|e2e)[.]tsx?$|^web/e2e/|^(bench|scripts|simulation)/' },
  },
]

const options = {
  // TypeScript 7 has no compiler API: without this the checker sees no module at all and is
  // content.
  parser: /** @type {const} */ ('swc'),
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^(dist|data|public)/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'types', 'node', 'default'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
  },
}

export default { forbidden, options }
