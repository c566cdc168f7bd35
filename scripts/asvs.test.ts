/** What OWASP ASVS asks of the files themselves (docs/asvs.md). */
import { expect, test } from 'vitest'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

test('1.2.5: five files of the server start a program, each of them Node with a file of ours, and none by a shell', () => {
  const files = globSync('sync-server/**/*.ts', { cwd: root }).filter((path) => !/\.test\.ts$|\/testing\/|http-tests/u.test(path))
  const starting = files.filter((path) => /['"]node:child_process['"]/u.test(textOf(path).replace(/import type .*/gu, '')))
  expect(starting.toSorted()).toEqual([
    'sync-server/archive/archive-child.ts',
    'sync-server/dev.ts',
    'sync-server/files/worker-pool.ts',
    'sync-server/runtime-guard.ts',
    'sync-server/search/towns/read-gazetteer.ts',
  ])
  for (const path of starting) {
    expect(textOf(path), path).not.toMatch(/\b(?:exec|execFile|execSync|execFileSync)\(/u)
    // `npm` on Windows is a script: the guard restarts what was typed in the terminal.
    if (path !== 'sync-server/runtime-guard.ts') expect(textOf(path), path).not.toContain('shell:')
  }
})

test('12.1.1: the nginx settings that come with it allow TLS 1.2 and 1.3 alone', () => {
  const lines = textOf('deploy/nginx/lyceum.conf').match(/^\s*ssl_protocols .*;$/gmu) ?? []
  expect(lines.map((line) => line.trim())).toEqual(['ssl_protocols TLSv1.2 TLSv1.3;'])
})

test('each row names tests that there are', () => {
  const tests = globSync('{shared,web,sync-server,scripts}/**/*.{test.ts,dom.test.tsx,e2e.ts}', { cwd: root })
  const rows = textOf('docs/asvs.md')
    .split('\n')
    .filter((line) => /^\| \d+\./u.test(line))
  expect(rows.length).toBeGreaterThan(60)
  let named = 0
  const wrong = rows.flatMap((row) => {
    const cell = row.split(' | ').at(-1) ?? ''
    const files = [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => tests.filter((path) => `/${path}`.endsWith(`/${name}`)))
    named += files.length
    const texts = files.flat().map(textOf)
    const missing = [...cell.matchAll(/"([^"]+)"/gu)].filter(([, name = '']) => !texts.some((text) => text.includes(name)))
    // A row without a test says why, or points to the one above or below it.
    const isNamed = files.length > 0 || /not applicable|as (?:6\.2\.6|above)|the same|docs\/operating\.md/u.test(cell)
    return !isNamed || files.some((found) => found.length === 0) || missing.length > 0 ? [cell] : []
  })
  expect(wrong).toEqual([])
  expect(named).toBeGreaterThan(60)
})
