import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WebEntry } from '#shared/pages/page-data.ts'

/**
 * Gives the web side's entry: the built one, or in development the one of the sources as they are
 * now.
 */
export interface WebEntryProvider {
  entry(): Promise<WebEntry>
}

/**
 * The entry that `build.ts` made. @throws Error with a sentence for the operator when there is
 * none.
 */
export function builtWebEntry(distDir: string): WebEntryProvider {
  const path = join(distDir, 'server', 'entry-server.js')
  let loaded: Promise<WebEntry> | null = null
  return {
    entry: () => (loaded ??= load(path)),
  }
}

async function load(path: string): Promise<WebEntry> {
  if (!existsSync(path)) throw new Error('The pages have not been built yet: run "npm run build" first.')
  return webEntryOf(await import(pathToFileURL(path).href))
}

/** The parts of a loaded module. @throws TypeError when it is no web entry. */
export function webEntryOf(module: unknown): WebEntry {
  const candidates = [module, (module as { default?: unknown } | null)?.default, (module as { webEntry?: unknown } | null)?.webEntry]
  const found = candidates.find(isWebEntry)
  if (found === undefined)
    throw new TypeError('The built server entry of web/ does not export routes, render, renderError, inlineScript and ageScript.')
  return found
}

function isWebEntry(value: unknown): value is WebEntry {
  if (typeof value !== 'object' || value === null) return false
  const parts = value as Partial<Record<keyof WebEntry, unknown>>
  return (
    Array.isArray(parts.routes) &&
    typeof parts.render === 'function' &&
    typeof parts.renderError === 'function' &&
    typeof parts.inlineScript === 'string' &&
    typeof parts.ageScript === 'string'
  )
}
