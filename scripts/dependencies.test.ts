import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { projectDir } from './steps.ts'

const Versions = z.record(z.string(), z.string())
const Package = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions })

const { dependencies, devDependencies, optionalDependencies } = Package.parse(
  JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')),
)
const installed = { ...dependencies, ...devDependencies, ...optionalDependencies }

/** Rows of docs/dependencies.md: | package | version | why |. */
const rows = readFileSync(join(projectDir, 'docs/dependencies.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, name, version, why] = /^\| `([^`]+)` \| (\S+) \| (.+) \|$/.exec(line) ?? []
    return name === undefined || version === undefined || why === undefined ? [] : [{ name, version, why }]
  })

test('docs/dependencies.md lists every dependency at its version, and no other', () => {
  expect(Object.fromEntries(rows.map(({ name, version }) => [name, version]))).toEqual(installed)
  expect(rows.length).toBe(Object.keys(installed).length)
})

test('every dependency has a reason', () => {
  expect(rows.filter(({ why }) => why.trim().length < 10)).toEqual([])
})

test('versions are exact', () => {
  expect(Object.entries(installed).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})
