/**
 * What a table's schema says of texts: whether its rows hold a document of ours anywhere, however
 * deep. For guards that must not miss a new table.
 */
import type * as z from 'zod/mini'
import { paragraph } from './factories.ts'

interface Definition {
  readonly type?: string
  readonly shape?: Readonly<Record<string, unknown>>
  readonly [part: string]: unknown
}

/** A text as a whole, and one block of it: what checks either of them holds words of ours. */
const samples: readonly unknown[] = [paragraph('Water comes back.'), ...paragraph('Water comes back.').content]

/** @returns the path to each place of a text; empty: there is none. */
export function textsIn(schema: unknown): readonly string[] {
  const found: string[] = []
  const opened = new Set<unknown>()
  const waiting: { readonly schema: unknown; readonly path: readonly string[] }[] = [{ schema, path: [] }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path } = next
    const def = definitionOf(next.schema)
    // One that stands in itself is opened once.
    if (def === null || (def.type === 'lazy' && opened.has(next.schema))) continue
    opened.add(next.schema)
    if (isText(next.schema, def)) found.push(path.join('.'))
    else {
      for (const [name, part] of Object.entries(def.shape ?? {})) waiting.push({ schema: part, path: [...path, name] })
      for (const part of wrappedIn(def)) waiting.push({ schema: part, path })
    }
  }
  return found.sort()
}

/** What the rows of a table have, by name. */
export const fieldsOf = (schema: unknown): readonly string[] => Object.keys(definitionOf(schema)?.shape ?? {})

/** A text is checked by a transformation, which takes it and takes no mere word. */
function isText(schema: unknown, { type }: Definition): boolean {
  if (type !== 'pipe' && type !== 'custom') return false
  // It has a definition, so it is a schema.
  const own = schema as z.ZodMiniType
  return !own.safeParse('water').success && samples.some((sample) => own.safeParse(sample).success)
}

const wrappers = ['innerType', 'element', 'options', 'valueType', 'items', 'rest', 'in', 'out', 'left', 'right'] as const

/** Items, options, what is optional, what follows what. */
function wrappedIn(def: Definition): readonly unknown[] {
  const own = def.type === 'lazy' && typeof def['getter'] === 'function' ? [def['getter']() as unknown] : []
  return [...wrappers.flatMap((name) => def[name]), ...own]
}

function definitionOf(schema: unknown): Definition | null {
  // zod keeps what a schema was made of at `_zod.def`; its types do not say so for an unknown
  // schema.
  return (schema as { readonly _zod?: { readonly def?: Definition } } | null | undefined)?._zod?.def ?? null
}
