import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityFiles } from './entity.ts'

const root = join(import.meta.dirname, '..')
const written = entityFiles('stories')
const run = promisify(execFile)
let copy = ''

/** The sources, linked; but for the folders that the entity goes into, and the files of others with a line of it. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'entity-'))
  const own = new Set(['', ...[...written.files.keys()].flatMap(foldersOf)])
  for (const folder of [...own].filter((path) => path === '' || !path.includes('stories'))) {
    mkdirSync(join(copy, folder), { recursive: true })
    for (const { name } of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (own.has(path) || name === '.git' || name === 'dist') continue
      if (written.lines.some((line) => line.path === path) || path === 'package.json') cpSync(join(root, path), join(copy, path))
      else symlinkSync(join(root, path), join(copy, path))
    }
  }
  for (const [path, text] of written.files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  for (const { path, line, before } of written.lines) {
    const text = readFileSync(join(copy, path), 'utf8')
    writeFileSync(
      join(copy, path),
      text.replace(`${before}\n`, () => `${line}\n${before}\n`),
    )
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const foldersOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'))
}

test('a new entity costs 9 files, fewer than 450 lines, a test, and 2 lines in files of others', () => {
  const own = [...written.files].filter(([path]) => !path.endsWith('.test.ts'))
  expect(own).toHaveLength(9)
  expect(own.reduce((lines, [, text]) => lines + text.split('\n').length - 1, 0)).toBeLessThan(250)
  for (const { path, before } of written.lines) expect(readFileSync(join(root, path), 'utf8').split(`${before}\n`), path).toHaveLength(2)
  expect(written.lines).toHaveLength(2)
})

test('one is called by its name everywhere, in the plural and in the singular', () => {
  const text = [...written.files].flat().join('\n')
  expect(text).not.toMatch(/jar/iu)
  expect(text).toContain('canEditStory(')
  expect(text).toContain("'/stories'")
})

test.each(['', 'note', 'Notes', 'my-notes', '../notes', 'notes2s'])('%j is not a name', (name) => {
  expect(() => entityFiles(name)).toThrow(TypeError)
})

test('what is written for a new entity has no type error', async () => {
  const compilerOptions = { types: ['node', 'vite/client'], lib: ['ES2024', 'DOM', 'DOM.Iterable'] }
  const config = { extends: './web/tsconfig.json', compilerOptions, include: [], files: [...written.files.keys()] }
  writeFileSync(join(copy, 'tsconfig.entity.json'), JSON.stringify(config))
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.entity.json']
  const found = await run(process.execPath, tsc, { cwd: copy }).catch((error: { readonly stdout: string }) => error)
  expect(found.stdout).toBe('')
})

test('the tests of a new entity are green', async () => {
  writeFileSync(join(copy, 'vitest.entity.mjs'), 'export default {}')
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', copy, '--config', 'vitest.entity.mjs', 'shared/stories']
  // As by hand: not as a part of the run that this test is in.
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const env = { ...Object.fromEntries(outside), NO_COLOR: '1' }
  const ended = await run(process.execPath, vitest, { cwd: copy, env }).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  )
  expect(`${ended.stdout}${ended.stderr}`).toMatch(/Tests\s+4 passed/u)
})
