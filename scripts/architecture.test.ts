/** The tree of docs/architecture.md is the project's; it and docs/inside.md name what exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from './steps.ts'

const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8')
const text = read('docs/architecture.md')

/** What commands make, as .gitignore names it. */
const made = new Set(['node_modules', 'dist', 'data', 'coverage'])

/** Git leaves empty folders behind where files have moved. */
const hasFiles = (folder: string): boolean =>
  readdirSync(join(projectDir, folder), { withFileTypes: true }).some(
    (entry) => entry.isFile() || (entry.isDirectory() && hasFiles(join(folder, entry.name))),
  )

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(join(projectDir, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && hasFiles(join(folder, entry.name)))
    .map(({ name }) => name)

/** Their line says what is in them. */
const inOneLine = new Set(['bench', 'deploy', 'docs', 'public', 'scripts'])

/** Folders of the project down to two levels. */
const folders = foldersIn('.')
  .filter((name) => !made.has(name))
  .flatMap((name) => [name, ...(inOneLine.has(name) ? [] : foldersIn(name)).map((inner) => `${name}/${inner}`)])

/** The lines of a tree, as paths: two spaces stand before what lies within. */
function treeOf(source: string): readonly { readonly path: string; readonly about: string }[] {
  let parent = ''
  return [...source.matchAll(/^( {2})?([\w-]+)\/ +(\S.*)$/gmu)].map(([, indent, name = '', about = '']) => {
    if (indent === undefined) parent = name
    return { path: indent === undefined ? name : `${parent}/${name}`, about }
  })
}

const tree = treeOf(/^## The tree$[^`]*```\n([^`]*)```/mu.exec(text)?.[1] ?? '')
const paths = tree.map(({ path }) => path)

test('each folder of code down to two levels has a line in the tree', () => {
  expect(folders.filter((path) => !paths.includes(path))).toEqual([])
})

test('each line of the tree is a folder, once, and short', () => {
  expect(paths.filter((path, at) => !folders.includes(path) || paths.indexOf(path) !== at)).toEqual([])
  expect(tree.filter(({ about }) => about.length > 90)).toEqual([])
})

test('the tree is read at a glance: at most 100 lines', () => {
  expect(tree.length).toBeLessThanOrEqual(100)
})

test.each(['docs/architecture.md', 'docs/inside.md'])('each path that %s names exists', (page) => {
  const named = [...read(page).matchAll(/`([\w.-]+\/[\w./-]*)`/gu)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(projectDir, path)))).toEqual([])
})

test('a tree is read by its indent', () => {
  expect(treeOf('shared/   both\n  posts/  posts\nweb/  browser\n').map(({ path }) => path)).toEqual(['shared', 'shared/posts', 'web'])
})
