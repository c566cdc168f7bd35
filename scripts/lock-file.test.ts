import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingEntries, readLock } from './lock-file.ts'
import { projectDir } from './steps.ts'

const text = readFileSync(join(projectDir, 'package-lock.json'), 'utf8')

test('the lock file holds every package that npm ci looks for: if not, run "npm run lock"', () => {
  expect(missingEntries(readLock(text)).map(([place]) => place)).toEqual([])
})

test('the lock file names no place that packages come from', () => {
  expect(text).not.toContain('"resolved"')
})

test('an optional package that could not be looked up gets the system its name tells', () => {
  const lock = readLock(
    JSON.stringify({
      packages: { 'node_modules/tool': { version: '1.2.3', dev: true, optionalDependencies: { '@tool/linux-arm64-musl': '1.2.3' } } },
    }),
  )
  expect(missingEntries(lock)).toEqual([
    ['node_modules/@tool/linux-arm64-musl', { version: '1.2.3', dev: true, optional: true, os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ])
})

test('an optional package beside the one that wants it, or above, is not missing', () => {
  const wants = { version: '1.0.0', optionalDependencies: { 'a-linux-x64': '1.0.0', 'b-linux-x64': '1.0.0' } }
  const lock = readLock(
    JSON.stringify({
      packages: {
        'node_modules/outer/node_modules/tool': wants,
        'node_modules/outer/node_modules/a-linux-x64': { version: '1.0.0' },
        'node_modules/b-linux-x64': { version: '1.0.0' },
      },
    }),
  )
  expect(missingEntries(lock)).toEqual([])
})

test('an optional package whose name tells no system is not made up', () => {
  const lock = readLock(
    JSON.stringify({ packages: { 'node_modules/tool': { version: '1.0.0', optionalDependencies: { extra: '1.0.0' } } } }),
  )
  expect(() => missingEntries(lock)).toThrow('extra@1.0.0')
})
