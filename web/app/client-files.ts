import { manifest } from 'virtual:client-files'

export interface ClientFiles {
  /** The entry first, then what it and the page need, so that the browser asks for all of them at once. */
  readonly modules: readonly string[]
  readonly styles: readonly string[]
}

/** Files of the client build for a page's source module (`web/features/…`), or the sources themselves in development. */
export function clientFilesFor(page: string | null): ClientFiles {
  if (manifest === null) return { modules: ['/web/entry-development.ts'], styles: ['/web/ui/styles/index.css'] }
  const modules = new Set<string>()
  const styles = new Set<string>()
  const collect = (key: string) => {
    const entry = manifest?.[key]
    if (entry === undefined || modules.has(`/${entry.file}`)) return
    modules.add(`/${entry.file}`)
    for (const file of entry.css ?? []) styles.add(`/${file}`)
    for (const imported of entry.imports ?? []) collect(imported)
  }
  collect('web/entry-client.tsx')
  if (page !== null) collect(page)
  return { modules: [...modules], styles: [...styles] }
}
