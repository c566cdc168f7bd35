import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commands, projectDir } from './steps.ts'

const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8')
const readme = read('README.md')

/** Whole lines of the README's code blocks that start with npm. */
const readmeLines = readme
  .split('\n')
  .map((line) => line.replace(/ +#.*$/, '').trim())
  .filter((line) => line.startsWith('npm '))

test('CI runs the line that the README gives for the tests, and no other command', () => {
  const lines = read('.ci/run').split('\n')
  const run = lines.filter((line) => line !== '' && !/^(#|set |cd )/.test(line))
  expect(run).toEqual(['npm ci && npm test'])
  expect(readmeLines).toContain('npm ci && npm test')
})

test('the README says how to run it in one line', () => {
  expect(readmeLines).toContain('npm ci && npm start')
})

test('every command in the README is a script of package.json', () => {
  const npmOwn = ['ci', 'install']
  const named = [...readme.matchAll(/npm (?:run )?([a-z][a-z:-]*)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !npmOwn.includes(name) && commands[name] === undefined)).toEqual([])
})

test('the README is read in two minutes: at most 60 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
})

test('every path that the README and the docs it names link to exists', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = '']) => path)
  for (const path of links) expect(() => read(path), path).not.toThrow()
})
