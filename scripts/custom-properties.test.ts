/** A sheet that names a custom property which nothing declares draws as if it said nothing. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from './steps.ts'

const read = (pattern: string): string =>
  globSync(pattern, { cwd: projectDir })
    .map((path) => readFileSync(join(projectDir, path), 'utf8'))
    .join('\n')
const names = (text: string, pattern: RegExp): ReadonlySet<string> => new Set([...text.matchAll(pattern)].map(([, name = '']) => name))

test('every custom property that is asked for is declared, by a sheet or by a script', () => {
  const sheets = read('web/**/*.css')
  const scripts = read('web/**/*.{ts,tsx}')
  const declared = names(`${sheets}\n${scripts}`, /['"{;\s](--[\w-]+)['"]?\s*[:,\]]/gu)
  const asked = [...names(`${sheets}\n${scripts}`, /var\((--[\w-]+)\)/gu)]
  expect(asked.length).toBeGreaterThan(40)
  expect(asked.filter((name) => !declared.has(name))).toEqual([])
})
