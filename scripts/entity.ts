/**
 * The files of a small entity, from the templates in `entity/`, which call it `jars`: a page for
 * everyone with the forms of its owner, which work without scripting, and is saved for offline.
 * docs/adding.md says where each decision is made.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Written {
  /** Path in the project → text. */
  readonly files: ReadonlyMap<string, string>
  /** Lines to be put into files of others: path → the line, and the one before which it goes. */
  readonly lines: readonly { readonly path: string; readonly line: string; readonly before: string }[]
}

/** One plural word: it is the folder, the table, the address and a part of identifiers. */
export const entityName = /^[a-z]{2,30}s$/u

const targets: readonly (readonly [template: string, path: string])[] = [
  ['schema', 'shared/jars/schema.ts'],
  ['rules', 'shared/jars/rules.ts'],
  ['queries', 'shared/jars/queries.ts'],
  ['mutations', 'shared/jars/mutations.ts'],
  ['domain', 'shared/jars/domain.ts'],
  ['test', 'shared/jars/jars.test.ts'],
  ['server-domain', 'sync-server/features/jars/domain.ts'],
  ['web-domain', 'web/features/jars/domain.ts'],
  ['load', 'web/features/jars/jars.load.ts'],
  ['page', 'web/features/jars/pages/jars-page.tsx'],
]

/** @throws TypeError for what is no name (`entityName`). */
export function entityFiles(name: string): Written {
  if (!entityName.test(name)) throw new TypeError(`${name} is no plural word of small letters that ends in "s"`)
  const named = (text: string): string => renamed(text, name)
  const files = targets.map(([template, path]) => {
    const text = readFileSync(join(import.meta.dirname, 'entity', `${template}.txt`), 'utf8')
    return [named(path), named(text)] as const
  })
  return {
    files: new Map(files),
    lines: [
      {
        path: 'shared/server-manifests.ts',
        line: named("export { jarsDomain } from './jars/domain.ts'"),
        before: "export { moderationDomain } from './moderation/domain.ts'",
      },
      {
        path: 'shared/links.ts',
        line: named('  jars: (options: { readonly limit?: number | undefined } = {}) => `/jars${query(options)}`,'),
        before: '  /** Printed books. */',
      },
    ],
  }
}

/** `jar`, `jars`, `Jar` and `Jars`, in whatever stands around them. */
function renamed(text: string, plural: string): string {
  const singular = plural.replace(/ies$/u, 'y').replace(/(?<!y)s$/u, '')
  return text.replace(/jar(s?)/giu, (found, s: string) => {
    const word = s === '' ? singular : plural
    return found.startsWith('J') ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : word
  })
}
