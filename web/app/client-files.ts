import { clientFiles } from 'virtual:client-files'

export interface ClientFiles {
  /**
   * The entry first, then what it and the page need, so that the browser asks for all of them at
   * once.
   */
  readonly modules: readonly string[]
  readonly styles: readonly string[]
  /**
   * The light script, where a visitor needs no more of this page; `null`: the app comes for
   * everybody.
   */
  readonly light: string | null
}

/**
 * Files of the client build for a page's source module (`web/features/…`), or the sources
 * themselves in development.
 * @param isLight whether a visitor needs no more of it than the light script.
 */
export function clientFilesFor(page: string | null, isLight = false): ClientFiles {
  const files = clientFiles
  if (files === null) return { modules: ['/web/entry-development.ts'], styles: ['/web/ui/styles/index.css'], light: null }
  const found = ['web/entry-client.tsx', page].flatMap((module) => (module === null ? [] : (files[module] ?? [])))
  const light = isLight ? (files['web/entry-light.ts']?.modules[0] ?? null) : null
  return { modules: joined(found.map(({ modules }) => modules)), styles: joined(found.map(({ styles }) => styles)), light }
}

const joined = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]
