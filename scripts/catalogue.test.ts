/** What docs/catalogue.md promises: each row has one state, and what it names exists. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from './steps.ts'

const folder = 'docs/catalogue'
const textOf = (path: string): string => readFileSync(join(projectDir, path), 'utf8')
const isFile = (path: string): boolean => existsSync(join(projectDir, path))

/** Of a row's last cell: `path` or `path › the beginning of a test's name`. */
const testName = /`([\w./-]+\.(?:test|e2e)\.tsx?)(?: › ([^`]+))?`/gu
const recordLink = /\]\(\.\.\/(decisions\/[\w-]+\.md)\)/gu
/** Folders of one machine, which a reader of the project does not have. */
const machinePath = /(?<![\w.:-])\/(?:work|tmp|root|usr|var|mnt|opt|Users|home)\/\w/u

/** Whether a call in `source` begins with a text that begins so. */
const hasTest = (source: string, beginning: string): boolean =>
  ["'", '"', '`'].some((quote) => new RegExp(String.raw`\(\s*${quote}${RegExp.escape(beginning)}`, 'u').test(source))

/** What is wrong with a line of a catalogue, empty where nothing is. */
function faultsOf(line: string): readonly string[] {
  const faults = machinePath.test(line) ? ['names a path of one machine'] : []
  if (!line.startsWith('| ') || line.startsWith('| place |') || line.startsWith('| --- |')) return faults
  const cells = line.split('|').map((cell) => cell.trim())
  const [, place, rules, state, heldBy = ''] = cells
  if (cells.length !== 6 || place === '' || rules === '' || heldBy === '') return [...faults, 'does not have four filled cells']
  const tests = [...heldBy.matchAll(testName)]
  const records = [...heldBy.matchAll(recordLink)]
  for (const [, path = '', beginning] of tests) {
    if (!isFile(path)) faults.push(`names ${path}, which does not exist`)
    else if (beginning !== undefined && !hasTest(textOf(path), beginning)) faults.push(`no test of ${path} begins with "${beginning}"`)
  }
  for (const [, path = ''] of records) if (!isFile(`docs/${path}`)) faults.push(`names ${path}, which does not exist`)
  const fits = {
    test: tests.length > 0 && records.length === 0,
    decision: records.length > 0,
    // A part that is held may be named, after the words for what is not.
    open: records.length === 0 && heldBy.replaceAll(testName, '').length > 5,
  }
  if (!Object.hasOwn(fits, state ?? '')) faults.push('has none of the states test, decision, open')
  else if (!fits[state as keyof typeof fits]) faults.push(`does not have what the state ${state} asks for`)
  return faults
}

test.each(globSync(`${folder}/*.md`, { cwd: projectDir }))('every row of %s has one state, and what it names exists', (path) => {
  const lines = textOf(path).split('\n')
  expect(lines.length).toBeLessThanOrEqual(401)
  expect(lines.filter((line) => line.startsWith('| ')).length).toBeGreaterThan(80)
  expect(lines.flatMap((line) => faultsOf(line).map((fault) => `${fault}: ${line}`))).toEqual([])
})

/** Of these areas nothing is open but what an issue of its own builds, which the row names. */
const settledAreas: Readonly<Record<string, RegExp>> = {
  'content.md': /^## /u,
  'content-rules.md': /^## /u,
  'community.md': /^## (?:5|12) /u,
}

function openWithoutIssue(lines: readonly string[], settled: RegExp): readonly string[] {
  let isSettled = false
  return lines.filter((line) => {
    if (line.startsWith('## ')) isSettled = settled.test(line)
    return isSettled && line.includes('| open |') && !/; issues? \d\d(?:, \d\d)* \|$/u.test(line)
  })
}

test.each(Object.entries(settledAreas))('what is open in the settled areas of %s belongs to an issue of its own', (name, settled) => {
  expect(openWithoutIssue(textOf(`${folder}/${name}`).split('\n'), settled)).toEqual([])
})

test('an open row without its issue is found in the areas that are settled', () => {
  const lines = [
    '## 4 Messages',
    '| 4 | A | open | not built |',
    '## 5 Mail',
    '| 5 | B | open | not built |',
    '| 5 | C | open | not built; issue 31 |',
  ]
  expect(openWithoutIssue(lines, /^## 5 /u)).toEqual([lines[3]])
})

test.each([
  ['| 1.1 | Roles | test | `scripts/gone.test.ts › a` |', 'names scripts/gone.test.ts, which does not exist'],
  ['| 1.1 | Roles | test | `scripts/catalogue.test.ts › a role` |', 'no test of scripts/catalogue.test.ts begins with "a role"'],
  ['| 1.1 | Roles | test | see above |', 'does not have what the state test asks for'],
  ['| 1.1 | Roles | decision | [0000](../decisions/0000-gone.md) |', 'names decisions/0000-gone.md, which does not exist'],
  ['| 1.1 | Roles | decision | `scripts/catalogue.test.ts` |', 'does not have what the state decision asks for'],
  ['| 1.1 | Roles | open | `scripts/catalogue.test.ts` |', 'does not have what the state open asks for'],
  ['| 1.1 | Roles | partly | some |', 'has none of the states test, decision, open'],
  ['| 1.1 | Roles | test open | some words |', 'has none of the states test, decision, open'],
  ['| 1.1 | Roles | open |', 'does not have four filled cells'],
  ['It is read from /home/ada/notes.', 'names a path of one machine'],
])('a wrong line is found: %s', (line, fault) => {
  expect(faultsOf(line)).toEqual([fault])
})
