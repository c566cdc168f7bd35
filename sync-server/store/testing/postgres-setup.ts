import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './real-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the PostgreSQL that serves this run of tests. */
    postgresUrl: string
    /** A folder of this run for the stores that others are copied from (product-store.ts). */
    storeTemplates: string
  }
}

/** vitest `globalSetup`: one PostgreSQL for the whole run; each test takes a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const templates = await mkdtemp(join(tmpdir(), 'lyceum-templates-'))
  project.provide('postgresUrl', postgres.url)
  project.provide('storeTemplates', templates)
  return async () => {
    await postgres.stop()
    await rm(templates, { recursive: true, force: true })
  }
}
