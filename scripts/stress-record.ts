/**
 * What a run of stress has done so far, a line of JSON for each file of tests, so that it can be
 * interrupted and gone on with.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

const Done = z.object({
  pass: z.number(),
  file: z.string(),
  passed: z.number(),
  /** Names of the tests that failed, and of a file that did not load. */
  failed: z.array(z.string()),
  seconds: z.number(),
})
export type Done = z.infer<typeof Done>

export function addTo(path: string, done: Done): void {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, `${JSON.stringify(done)}\n`)
}

/**
 * @returns nothing for a record that was never begun; a last line that was cut short is left out
 */
export function doneIn(path: string): readonly Done[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => Done.parse(JSON.parse(line)))
}

/** Of each file: how often its tests passed and failed, and how long it took, the slowest pass. */
export function reportOf(done: readonly Done[]): readonly (readonly string[])[] {
  const files = [...new Set(done.map(({ file }) => file))].toSorted()
  return files.map((file) => {
    const passes = done.filter((each) => each.file === file)
    const sum = (of: (each: Done) => number): number => passes.reduce((total, each) => total + of(each), 0)
    const slowest = Math.max(...passes.map(({ seconds }) => seconds))
    return [
      file,
      String(passes.length),
      String(sum(({ passed }) => passed)),
      String(sum(({ failed }) => failed.length)),
      `${slowest.toFixed(0)} s`,
    ]
  })
}
