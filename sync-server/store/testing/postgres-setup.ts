import type { TestProject } from 'vitest/node'
import { startPostgres } from './real-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the PostgreSQL that serves this run of tests. */
    postgresUrl: string
  }
}

/**
 * vitest `globalSetup`: one PostgreSQL for the whole run; each test takes a database of its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
