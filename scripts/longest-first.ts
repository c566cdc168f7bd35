/**
 * The order of test files: what takes longest begins first, so that no file is left to run alone at
 * the end while a core has nothing to do.
 */
import { join } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import { longFiles } from './long-files.ts'
import { projectDir } from './steps.ts'

const long = longFiles.map((file) => join(projectDir, file))

/**
 * vitest's own order (by size where it knows no times, as in a fresh clone), but with the long
 * files of each project before its others.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = new Map<string, TestSpecification[]>()
    for (const file of await super.sort(files)) projects.set(file.project.name, [...(projects.get(file.project.name) ?? []), file])
    return [...projects.values()].flatMap((own) => own.toSorted((a, b) => rank(a) - rank(b)))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = long.indexOf(moduleId)
  return at === -1 ? long.length : at
}
