import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerDomain } from './define-server-domain.ts'

/**
 * What the server alone does, domain by domain: the `domain.ts` of each folder here, in the order
 * of their names. No domain's trigger may need another's of the same mutation to have run before
 * it, and no manifest may import what imports this file: they would wait for each other. The bundle
 * has imports in its place (scripts/bundled-manifests.ts).
 */
export const serverDomains: readonly ServerDomain[] = (await Promise.all(manifests().map(domainsIn))).flat()

function manifests(): readonly string[] {
  return globSync('*/domain.ts', { cwd: import.meta.dirname }).toSorted()
}

async function domainsIn(path: string): Promise<readonly ServerDomain[]> {
  // A manifest exports nothing else: domains.test.ts holds it.
  const module: Readonly<Record<string, ServerDomain>> = await import(pathToFileURL(join(import.meta.dirname, path)).href)
  return Object.values(module)
}
