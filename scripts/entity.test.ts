import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityFiles } from './entity.ts'

const root = join(import.meta.dirname, '..')
const written = entityFiles('stories')
/** The worked example of docs/adding.md, and what is changed of it and of others there. */
const example = entityFiles('notes')
const [, diff = ''] = /```diff\n(.*?)```/su.exec(readFileSync(join(root, 'docs/adding.md'), 'utf8')) ?? []
const changed = [...diff.matchAll(/^\+\+\+ b\/(.+)$/gmu)].map(([, path = '']) => path)
const removed = [...diff.matchAll(/^--- a\/(.+)\n\+\+\+ \/dev\/null$/gmu)].map(([, path = '']) => path)
const made = new Map([...written.files, ...example.files])
/** What there is in the end. */
const checked = [...new Set([...made.keys(), ...changed])].filter((path) => !removed.includes(path))
const othersLines = [...written.lines, ...example.lines]
const run = promisify(execFile)
let copy = ''

/** The sources, linked; what is written and what is changed are files of their own. */
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'entity-'))
  const own = ['package.json', ...othersLines.map(({ path }) => path), ...changed].filter(
    (path) => !made.has(path) && existsSync(join(root, path)),
  )
  const folders = new Set([...made.keys(), ...own].flatMap(foldersOf))
  for (const folder of folders) {
    mkdirSync(join(copy, folder), { recursive: true })
    if (!existsSync(join(root, folder))) continue
    for (const name of readdirSync(join(root, folder))) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (folders.has(path) || name === '.git' || name === 'dist') continue
      if (own.includes(path)) cpSync(join(root, path), join(copy, path))
      else symlinkSync(join(root, path), join(copy, path))
    }
  }
  for (const [path, text] of made) writeFileSync(join(copy, path), text)
  for (const { path, line, before } of othersLines) {
    const text = readFileSync(join(copy, path), 'utf8')
    writeFileSync(
      join(copy, path),
      text.replace(`${before}\n`, () => `${line}\n${before}\n`),
    )
  }
  writeFileSync(join(copy, 'example.diff'), diff)
  await run('git', ['apply', '--unsafe-paths', 'example.diff'], { cwd: copy })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** `''` is the project's. */
const foldersOf = (path: string): readonly string[] => {
  const parts = path.split('/').slice(0, -1)
  return ['', ...parts.map((_part, at) => parts.slice(0, at + 1).join('/'))]
}

test('a new entity costs 9 files, fewer than 450 lines, a test, and 2 lines in files of others', () => {
  const own = [...written.files].filter(([path]) => !path.endsWith('.test.ts'))
  expect(own).toHaveLength(9)
  expect(own.reduce((lines, [, text]) => lines + text.split('\n').length - 1, 0)).toBeLessThan(250)
  for (const { path, before } of written.lines) expect(readFileSync(join(root, path), 'utf8').split(`${before}\n`), path).toHaveLength(2)
  expect(written.lines).toHaveLength(2)
})

test('the example of docs/adding.md costs 9 files, fewer than 450 lines, and 2 lines in files of others', () => {
  const isOwn = (path: string) => /^(shared|sync-server\/features|web\/features)\/notes\//u.test(path)
  const own = checked.filter((path) => isOwn(path) && !path.endsWith('.test.ts'))
  expect(own).toHaveLength(9)
  expect(own.reduce((lines, path) => lines + readFileSync(join(copy, path), 'utf8').split('\n').length - 1, 0)).toBeLessThan(450)
  expect(changed.filter((path) => !isOwn(path))).toEqual([])
  expect(example.lines).toHaveLength(2)
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

test('what is written for a new entity, and the example of docs/adding.md, have no type error', async () => {
  const compilerOptions = { types: ['node', 'vite/client'], lib: ['ES2024', 'DOM', 'DOM.Iterable'] }
  const config = { extends: './web/tsconfig.json', compilerOptions, include: [], files: checked }
  writeFileSync(join(copy, 'tsconfig.entity.json'), JSON.stringify(config))
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.entity.json']
  const found = await run(process.execPath, tsc, { cwd: copy }).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  )
  expect(found.stderr).toBe('')
  // Other files are read without what declares their globals.
  const own = new Set(checked)
  expect(found.stdout.split('\n').filter((line) => own.has(line.split('(', 1)[0] ?? ''))).toEqual([])
})

test('the tests of both are green', async () => {
  // A link is read as the copy that it stands in, where the new folders are.
  const files = `{ resolveId: (id) => (id === 'virtual:client-files' ? id : undefined), load: (id) => (id === 'virtual:client-files' ? 'export const clientFiles = null' : undefined) }`
  writeFileSync(
    join(copy, 'vitest.entity.mjs'),
    `export default { resolve: { preserveSymlinks: true }, plugins: [${files}], test: { testTimeout: 120_000 } }`,
  )
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    copy,
    '--config',
    'vitest.entity.mjs',
    'shared/stories',
    'shared/notes',
    'web/features/notes',
  ]
  // As by hand: not as a part of the run that this test is in.
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const env = { ...Object.fromEntries(outside), NO_COLOR: '1' }
  const ended = await run(process.execPath, vitest, { cwd: copy, env }).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  )
  expect(`${ended.stdout}${ended.stderr}`).toMatch(/Tests\s+11 passed/u)
})
