import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startProduct } from '../../../scripts/product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the example community in it; tests copy it and leave it as it is. */
    seededDataDir: string
    /** Of every member in it, as the first start tells the operator. */
    examplePassword: string
  }
}

/** vitest `globalSetup`: builds the pages and fills a store once, by the very start that a stranger's `npm start` is. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-e2e-'))
  const seededDataDir = join(folder, 'seeded')
  const product = await startProduct({ dataDir: seededDataDir, settings: { SEED: 'on' } })
  await searchIsWhole(product.origin)
  await product.stop()
  project.provide('examplePassword', / password of (?:all|each)(?: is|:) (.+)/u.exec(product.output())?.[1]?.trim() ?? '')
  project.provide('seededDataDir', seededDataDir)
  return () => rmSync(folder, { recursive: true, force: true })
}

/** What is made in the background on a first start: every copy of this store would make it again. */
async function searchIsWhole(origin: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const answer = (await (await fetch(`${origin}/api/search?query=the`)).json()) as { readonly isWhole?: boolean }
    if (answer.isWhole === true) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The search of the example community was not whole after a minute.')
}
