import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { costsOfKinds, packageCosts } from './cost-of-kinds.ts'
import { costOf, entitiesIn, filesIn } from './cost.ts'
import { productionPackages } from './production-packages.ts'

const pins = { own: /\/pins?[./-]/u, words: /\bpins?\b/iu }

const files = new Map([
  ['shared/pins/schema.ts', 'export const pins = 1\nexport const more = 2\n'],
  ['shared/pins/pins.test.ts', 'one\ntwo\nthree\n'],
  ['web/features/pins/pages/pin-page.tsx', 'a page'],
  ['web/features/posts/parts/post-header.tsx', 'import { Pin } from "#shared/pins/schema.ts"\nsomething else\n<Pin />\n'],
  ['shared/registry.ts', 'import { pins } from "./pins/schema.ts"\nposts,\npins,\n'],
  ['shared/testing/factories.ts', 'pins'],
  ['web/e2e/pin.e2e.ts', 'one\n'],
  ['docs/pins.md', 'pins\npins\n'],
])

test('a file whose path names the entity is its own, and a line elsewhere counts where it says so', () => {
  expect(costOf(pins, files)).toEqual({
    ...{ files: 2, lines: 3, folders: 2 },
    ...{ centralLines: 2, centralFiles: 1, othersLines: 2, othersFiles: 1 },
    ...{ tests: 2, testLines: 4 },
  })
})

test('an entity that nothing is about costs nothing', () => {
  const nothing = { ...{ files: 0, lines: 0, folders: 0, centralLines: 0, centralFiles: 0 }, othersLines: 0, othersFiles: 0 }
  expect(costOf({ own: /nowhere/u, words: /nowhere/u }, files)).toEqual({ ...nothing, tests: 0, testLines: 0 })
})

const collectors = [
  ...['shared/registry.ts', 'shared/device-registry.ts', 'shared/policies.ts', 'shared/shapes.ts', 'sync-server/server-registry.ts'],
  ...['sync-server/features/features.ts', 'sync-server/jobs.ts', 'sync-server/product.ts', 'web/blocks/wording.ts', 'web/app/routes.ts'],
]

test.each(['spotlights', 'books'])('no central file has a line about %s: manifests say what there is', (name) => {
  const { words = /^/u } = entitiesIn([])[name] ?? {}
  const files = new Map(collectors.map((path) => [path, readFileSync(join(import.meta.dirname, '..', path), 'utf8')]))
  const { centralLines, othersLines } = costOf({ own: /never/u, words }, files)
  expect([centralLines, othersLines]).toEqual([0, 0])
})

test('every folder with a manifest is an entity, by its own words', () => {
  const found = entitiesIn(['shared/inline-comments/domain.ts', 'shared/stories/server-domain.ts', 'shared/text/schema.ts'])
  expect(Object.keys(found)).toEqual(expect.arrayContaining(['inline-comments', 'stories', 'books']))
  expect(found['text']).toBeUndefined()
  const tree = new Map([
    ['shared/stories/domain.ts', 'one\n'],
    ['web/features/stories/pages/stories-page.tsx', 'one\ntwo\n'],
    ['web/features/posts/parts/end.tsx', 'canEditStory(viewer)\nhistory\nstoryboard\nlatestStories(3)\n'],
  ])
  expect(costOf(found['stories'] ?? { own: /^$/u, words: /^$/u }, tree)).toMatchObject({ files: 2, lines: 3, othersLines: 1 })
})

const kinds = costsOfKinds(filesIn(join(import.meta.dirname, '..')))

test('each kind of change is found, and none costs more than its budget', () => {
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['entity', 'field', 'staff page', 'notification type', 'setting']))
  const dear = kinds.flatMap(({ kind, of, costs }) =>
    costs.filter(({ figure, most }) => figure > most).map((cost) => ({ kind, of, ...cost })),
  )
  expect(dear).toEqual([])
  // What is counted is there: none is cheap because it was not found.
  for (const { of, costs } of kinds) for (const { figure } of costs) expect(figure, of).toBeGreaterThan(0)
})

test('the packages that are installed with the product are within their budget', () => {
  const [cost] = packageCosts(join(import.meta.dirname, '..')).costs
  expect(cost?.figure).toBeLessThanOrEqual(cost?.most ?? 0)
  expect(cost?.figure).toBeGreaterThan(300)
})

test('a package counts where the product needs it, for the server’s platform, and each version of it', () => {
  const packages = {
    '': { dependencies: { one: '1', two: '1' }, devDependencies: { tool: '1' } },
    'node_modules/one': { dependencies: { shared: '1' }, optionalDependencies: { windows: '1' } },
    'node_modules/one/node_modules/shared': {},
    'node_modules/shared': {},
    'node_modules/two': { dependencies: { shared: '2' }, peerDependencies: { absent: '1' } },
    'node_modules/windows': { os: ['win32'] },
    'node_modules/tool': {},
  }
  const all = ['node_modules/one', 'node_modules/one/node_modules/shared', 'node_modules/shared', 'node_modules/two']
  expect([...productionPackages({ packages })].toSorted()).toEqual(all)
  expect([...productionPackages({ packages }, ['two'])].toSorted()).toEqual(all.slice(0, 2))
})

test('a setting that stands twice, a long type and a long staff page are dear', () => {
  const row = `import { staffList } from '../../../blocks/staff/staff-list.tsx'\n`
  const found = costsOfKinds(
    new Map([
      ['shared/notifications/types.ts', "noticeTypeNames = [\n  'long',\n]"],
      ['shared/posts/notification-types.ts', `\n  long: {\n${'    one: 1,\n'.repeat(14)}  },\n`],
      ['shared/notifications/settings.ts', '  badge: box(true)\n'],
      ['web/features/x/settings.ts', '  badge: box(true)\n'],
      ['web/features/x/pages/x-page.tsx', row.repeat(61)],
      ['shared/books/schema.ts', 'defineDetails(bookSets, {\n  year: {\n  },\n})'],
      ['web/features/books/pages/a.tsx', 'year'],
      ['web/features/books/pages/b.tsx', 'year'],
    ]),
  )
  const dear = found
    .filter(({ costs }) => costs.some(({ figure, most }) => figure > most))
    .map(({ kind, costs }) => [kind, costs[0]?.figure])
  expect(dear).toEqual([
    ['field', 3],
    ['staff page', 61],
    ['notification type', 17],
    ['setting', 2],
  ])
})
