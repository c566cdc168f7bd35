import { clientFiles } from 'virtual:client-files'
import { printSheet, sheets } from './style-sheets.ts'
import type { Sheet } from './style-sheets.ts'

type SheetFiles = Readonly<Record<Sheet | typeof printSheet, string>>

export interface ClientFiles {
  /**
   * The entry first, then what it and the page need, so that the browser asks for all of them at
   * once.
   */
  readonly modules: readonly string[]
  readonly styles: readonly string[]
  /** The other sheets, by name: a document names those that its page needs. */
  readonly sheets: SheetFiles | null
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
  if (files === null)
    return { modules: ['/web/entry-development.ts'], styles: ['/web/ui/styles/index.css'], sheets: sheetsBy(sourceOf), light: null }
  const found = ['web/entry-client.tsx', page].flatMap((module) => (module === null ? [] : (files[module] ?? [])))
  const light = isLight ? (files['web/entry-light.ts']?.modules[0] ?? null) : null
  return {
    modules: joined(found.map(({ modules }) => modules)),
    styles: joined(found.map(({ styles }) => styles)),
    sheets: sheetsBy((sheet) => files[sourceOf(sheet).slice(1)]?.styles[0] ?? ''),
    light,
  }
}

const sourceOf = (sheet: keyof SheetFiles): string => `/web/ui/styles/${sheet}.css`
const sheetsBy = (fileOf: (sheet: keyof SheetFiles) => string) =>
  Object.fromEntries(([...sheets, printSheet] as const).map((sheet) => [sheet, fileOf(sheet)])) as SheetFiles

const joined = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]
