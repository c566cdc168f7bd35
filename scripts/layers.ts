import { existsSync } from 'node:fs'
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

export const ruleNames: readonly string[] = settings.forbidden.flatMap((rule) => rule.name ?? [])

/** Checks the project in `folder` against .dependency-cruiser.mjs. Paths in the answer are relative to it. */
export async function checkLayers(folder: string): Promise<Layers> {
  const { options, forbidden } = settings
  const { output } = await cruise(
    roots.filter((root) => existsSync(join(folder, root))),
    { ...options, baseDir: folder, validate: true, ruleSet: { forbidden } },
    options.enhancedResolveOptions,
  )
  if (typeof output === 'string') throw new TypeError('dependency-cruiser answered with text')
  return { modules: own(output), violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })) }
}

function own(result: ICruiseResult): readonly string[] {
  return result.modules.map((module) => module.source).filter((source) => roots.some((root) => source.startsWith(`${root}/`)))
}
