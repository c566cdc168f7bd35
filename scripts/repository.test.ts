import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from './steps.ts'

const git = (...args: readonly string[]): string => spawnSync('git', args, { cwd: projectDir, encoding: 'utf8' }).stdout

test.runIf(existsSync(join(projectDir, '.git')))('git ignores no source file: what works here works in a fresh clone', () => {
  const ignored = git(
    'ls-files',
    '--others',
    '--ignored',
    '--exclude-standard',
    'shared',
    'web',
    'sync-server',
    'bench',
    'scripts',
    'docs',
    'public',
  )
  expect(ignored.split('\n').filter((path) => path !== '')).toEqual([])
})
