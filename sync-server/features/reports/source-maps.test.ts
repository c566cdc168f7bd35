import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StackFrame } from '#shared/reports/schema.ts'
import { figures } from '#shared/reports/figures.ts'
import { sourceMaps } from './source-maps.ts'

const lines = Array.from({ length: 30 }, (_, at) => `  line ${at + 1}`)
let dist: string

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'lyceum-maps-'))
  await mkdir(join(dist, 'maps'))
  const map = (source: string) =>
    // Column 0 of the only line is line 20, column 3 of the source.
    JSON.stringify({ version: 3, names: [], sources: [source], sourcesContent: [lines.join('\n')], mappings: 'AAmBE' })
  await writeFile(join(dist, 'maps/page-abcdefgh.js.map'), map('../../../web/page.tsx'))
  await writeFile(join(dist, 'maps/react-abcdefgh.js.map'), map('../../../../elsewhere/node_modules/react/react.js'))
  await mkdir(join(dist, 'server'))
  await writeFile(join(dist, 'server/run.js.map'), map('../../sync-server/run.ts'))
  await writeFile(join(dist, 'maps/broken-abcdefgh.js.map'), 'no map')
  await writeFile(join(dist, 'secret.js.map'), map('secret'))
})
afterAll(() => rm(dist, { recursive: true, force: true }))

const frame = (file: string, changes: Partial<StackFrame> = {}): StackFrame => ({
  file,
  fn: 'a',
  line: 1,
  column: 5,
  isOurs: true,
  before: [],
  code: null,
  after: [],
  ...changes,
})

test('a place in a built file is told by its source, with 7 lines on each side', async () => {
  const found = await sourceMaps({ dist }).resolve(frame('https://essays.example/assets/page-abcdefgh.js'))
  expect(found).toMatchObject({ file: 'web/page.tsx', line: 20, column: 3, isOurs: true, code: '  line 20', fn: '' })
  expect(figures.contextLines).toBe(7)
  expect(found.before).toEqual(lines.slice(12, 19))
  expect(found.after).toEqual(lines.slice(20, 27))
})

test('a place in the built server is told by the map beside it', async () => {
  expect(await sourceMaps({ dist }).resolve(frame('dist/server/run.js'))).toMatchObject({ file: 'sync-server/run.ts', line: 20 })
})

test('a library’s place is not ours, and does not say where it lies on this machine', async () => {
  const found = await sourceMaps({ dist }).resolve(frame('/assets/react-abcdefgh.js'))
  expect(found).toMatchObject({ file: 'node_modules/react/react.js', isOurs: false })
})

test.each([
  'https://essays.example/assets/../secret.js',
  '/assets/..%2f..%2fsecret.js',
  '/assets/%2e%2e/secret.js',
  'secret.js',
  '../secret.js',
  '/assets/unknown-abcdefgh.js',
  '/assets/broken-abcdefgh.js',
  '/etc/passwd',
  '',
])('%s stays as it was reported', async (file) => {
  expect(await sourceMaps({ dist }).resolve(frame(file))).toEqual(frame(file))
})

test('a place that no map has stays as it was reported', async () => {
  const maps = sourceMaps({ dist })
  for (const place of [{ line: null }, { column: null }, { line: 0 }, { column: 0 }, { line: 9_999_999, column: 9_999_999 }]) {
    const asked = frame('/assets/page-abcdefgh.js', place)
    expect(await maps.resolve(asked)).toEqual(asked)
  }
})
