import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { ICruiseResult } from 'dependency-cruiser'
import settings from '../.dependency-cruiser.mjs'

/** What is cruised, of these the folders that exist. */
const roots = ['shared', 'web', 'sync-server', 'bench', 'scripts', 'simulation']

export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

export interface Layers {
  readonly modules: readonly string[]
  readonly violations: readonly Violation[]
}

/**
 * What a file of shared/ that calls one of these has to be named, since the rules know layers by
 * their names.
 */
const namedFor = [
  { rule: 'mutations-are-named-so', call: /\bdefineMutation\(/u, name: /(?:^|[/-])mutations(?:\.ts$|\/)/u },
  { rule: 'tables-are-in-schemas', call: /\bdefineTable\(/u, name: /(?:^|[/-])schema\.ts$/u },
] as const

export const ruleNames: readonly string[] = [...settings.forbidden.flatMap((rule) => rule.name ?? []), ...namedFor.map(({ rule }) => rule)]

/**
 * Checks the project in `folder` against .dependency-cruiser.mjs. Paths in the answer are relative
 * to it.
 */
export async function checkLayers(folder: string): Promise<Layers> {
  const { options, forbidden } = settings
  const { output } = await cruise(
    roots.filter((root) => existsSync(join(folder, root))),
    { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } },
    options.enhancedResolveOptions,
  )
  if (typeof output === 'string') throw new TypeError('dependency-cruiser answered with text')
  const imports = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  return { modules: own(output), violations: [...imports, ...misnamed(folder)] }
}

/** Files of shared/ that escape the rules for what they do, because their name does not say it. */
function misnamed(folder: string): readonly Violation[] {
  const files = globSync('shared/**/*.ts', { cwd: folder }).filter((path) => !/\.test\.ts$|\/testing\/|^shared\/kernel\//u.test(path))
  return files.flatMap((from) => {
    const text = readFileSync(join(folder, from), 'utf8')
    return namedFor
      .filter(({ call, name }) => call.test(text) && !name.test(from))
      .map(({ rule, call }) => ({ rule, from, to: call.source }))
  })
}

function own(result: ICruiseResult): readonly string[] {
  return result.modules.map((module) => module.source).filter((source) => roots.some((root) => source.startsWith(`${root}/`)))
}
