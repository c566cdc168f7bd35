import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run for the stores that others are copied from (product-store.ts). */
    storeTemplates: string
  }
}

/** vitest `globalSetup`: a place for the run's templates of empty stores. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = await mkdtemp(join(tmpdir(), 'lyceum-templates-'))
  project.provide('storeTemplates', templates)
  return () => rm(templates, { recursive: true, force: true })
}
