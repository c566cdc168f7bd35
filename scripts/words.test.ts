/**
 * `npm run check:words`: the words of docs/glossary.md hold, and what would break them is found.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectDir } from './steps.ts'
import { replacedNames, replacedNamesIn, replacedPhrasesIn, wideComments, widelyCommented } from './words.ts'

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: projectDir, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:tsx?|js|css)$/u.test(path) && !path.startsWith('sync-server/seed/community/'))
const interfaceFiles = /^web\/(?:app|blocks|features)\/|^sync-server\/(?:mail|notify)\//u
const textOf = (path: string) => readFileSync(join(projectDir, path), 'utf8')

test('no name and no file is called by a word that was replaced', () => {
  expect(files.flatMap((path) => replacedNamesIn(path, textOf(path)))).toEqual([])
})

test('no sentence of the interface has a phrase that was replaced', () => {
  const shown = files.filter((path) => interfaceFiles.test(path) && !/\.(?:dom\.)?test\.|\.css$/u.test(path))
  expect(shown.flatMap((path) => replacedPhrasesIn(path, textOf(path)))).toEqual([])
})

test('each replaced word stands in the glossary', () => {
  const glossary = textOf('docs/glossary.md')
  expect(Object.keys(replacedNames).filter((word) => !glossary.includes(`| ${word.replace(/s$/u, '')}`))).toEqual([])
})

test('no comment is wider than 100 columns', () => {
  const wide = files.filter((path) => !path.endsWith('.css') && wideComments(textOf(path)).length > 0)
  expect(wide.filter((path) => !widelyCommented.includes(path))).toEqual([])
  expect(widelyCommented.filter((path) => !wide.includes(path))).toEqual([])
})

describe('planted', () => {
  test('a wide comment, and none of code or of one long address', () => {
    const words = 'word '.repeat(20)
    expect(wideComments(`  // ${words}\n * ${words}\nconst a = '${words}'\n// ${'a/'.repeat(60)}`)).toHaveLength(2)
  })

  test.each([
    ['a.ts', 'const queuedDeed = 1', 'queuedDeed'],
    ['a.ts', 'import { deed } from "b"', 'deed'],
    ['web/vote-desk.tsx', '', 'vote-desk'],
    ['a.css', '.row-standing { color: red; }', 'row-standing'],
    ['a.ts', 'function insist() {}', 'insist'],
  ])('in %s: %s', (path, text, found) => {
    expect(replacedNamesIn(path, text).map((one) => one.found)).toContain(found)
  })

  test.each([['indeed, it is'], ['// browsers insist on it'], ['const desktop = 1'], ['const understanding = 1']])('%s is none', (text) => {
    expect(replacedNamesIn('a.ts', text)).toEqual([])
  })

  test('a phrase in a sentence, not in a comment', () => {
    const of = (text: string) => replacedPhrasesIn('web/app/a.tsx', text).map(({ found }) => found)
    expect(of('<p>Whoever has the link reads it.</p>')).toEqual(['Whoever'])
    expect(of('// Whoever has the link\n/* whoever */ <p>Anyone with the link</p>')).toEqual([])
  })
})
