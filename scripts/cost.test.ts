import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { costOf, entities } from './cost.ts'

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
  const { words = /^/u } = entities[name] ?? {}
  const files = new Map(collectors.map((path) => [path, readFileSync(join(import.meta.dirname, '..', path), 'utf8')]))
  const { centralLines, othersLines } = costOf({ own: /never/u, words }, files)
  expect([centralLines, othersLines]).toEqual([0, 0])
})
