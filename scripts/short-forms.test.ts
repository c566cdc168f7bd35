import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from './steps.ts'

/**
 * `plainText` has the words of spoilers and collapsed parts. Short forms that people see are made
 * by `excerpt` or `visibleText` instead; a file that needs all the words is listed here with its
 * reason.
 */
const allowed: Readonly<Record<string, string>> = {
  'shared/content-checks/find.ts': 'looks for words and repeated texts, hidden ones too',
  'shared/glossary/mutations.ts': 'looks up which terms occur, and measures a length',
  'shared/local-groups/mutations.ts': 'measures a length',
  'shared/reactions/queries.ts': 'looks up whether quoted words are in the text, and whether hidden',
  'shared/seasonal-events/mutations.ts': 'measures a length',
  'shared/sequences/mutations.ts': 'measures a length',
  'sync-server/features/comment-similarity/comment-similarity.ts': 'fills the index: hidden words are compared and not shown',
  'sync-server/features/glossary/forms.ts': 'gives the whole text to the drafting of terms, for its author',
  'sync-server/import/import-folder.ts': 'compares the first block with the title',
  'sync-server/search/documents.ts': 'fills the index: hidden words are found and not shown',
  'sync-server/seed/reactions.ts': 'looks for words to react to',
  'web/blocks/comments/thread-view.ts': 'measures a length',
  'web/data/search/local-index.ts': 'fills the index: hidden words are found and not shown',
  'web/features/seasonal-events/seasonal-events.load.ts': 'asks whether there is a text',
}

const sources = globSync('{shared,web,sync-server}/**/*.{ts,tsx}', { cwd: projectDir })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$|\/testing\/|\/e2e\//u.test(path))

const imports = /import(?: type)? \{([^}]*)\} from '[^']*\/measure\.ts'/gu
const importsAll = /(?:import \*|export).* from '[^']*text\/measure\.ts'|import\('[^']*text\/measure\.ts'\)/u

test('only the listed files import the function that returns hidden words too', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  const texts = sources.map((path) => [path, readFileSync(join(projectDir, path), 'utf8')] as const)
  const asking = texts.filter(([, text]) => [...text.matchAll(imports)].some(([, names = '']) => /\bplainText\b/u.test(names)))
  expect(asking.map(([path]) => path).toSorted()).toEqual(Object.keys(allowed))
  // No import under another name, which the list above would miss.
  expect(texts.flatMap(([path, text]) => (importsAll.test(text) ? [path] : []))).toEqual([])
})
