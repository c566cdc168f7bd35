import { expect, test } from 'vitest'
import { costOf } from './cost.ts'

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
