import { clientFiles } from 'virtual:client-files'

export interface ClientFiles {
  /** The entry first, then what it and the page need, so that the browser asks for all of them at once. */
  readonly modules: readonly string[]
  readonly styles: readonly string[]
}

/** Files of the client build for a page's source module (`web/features/…`), or the sources themselves in development. */
export function clientFilesFor(page: string | null): ClientFiles {
  const files = clientFiles
  if (files === null) return { modules: ['/web/entry-development.ts'], styles: ['/web/ui/styles/index.css'] }
  const found = ['web/entry-client.tsx', page].flatMap((module) => (module === null ? [] : (files[module] ?? [])))
  return { modules: joined(found.map(({ modules }) => modules)), styles: joined(found.map(({ styles }) => styles)) }
}

const joined = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]
