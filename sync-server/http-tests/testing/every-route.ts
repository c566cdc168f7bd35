/**
 * Every address that the product answers, made from its own tables: the pages of the built web
 * side, and the routes that the server's router holds. A route with a part that nobody gave values
 * for is an error, so that a new one cannot be forgotten by those who walk them.
 */
import { join } from 'node:path'
import { projectDir } from '../../../scripts/steps.ts'
import { builtWebEntry } from '../../pages/web-entry.ts'

/** What stands for a part of a path (`:postId`), by the part's name. */
export type PartValues = Readonly<Record<string, readonly string[]>>

export async function pagePaths(): Promise<readonly string[]> {
  const { routes } = await builtWebEntry(join(projectDir, 'dist')).entry()
  return routes.map(({ path }) => path)
}

/**
 * @param printed the router's tree, as Fastify prints it: four columns a level, and a branch holds
 *   only what it adds to the path.
 */
export function readablePaths(printed: string): readonly string[] {
  const branches: string[] = []
  const found: string[] = []
  for (const line of printed.split('\n')) {
    const [, indent, part, methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([^)]*)\))?/u.exec(line) ?? []
    if (indent === undefined || part === undefined) continue
    branches.length = indent.length / 4
    branches.push(part)
    if (/\bGET\b/u.test(methods)) found.push(branches.join(''))
  }
  return found
}

/**
 * The path once for each value of each of its parts, the others at their first; an optional part
 * (`:slug?`) is also left out.
 * @throws Error for a part without values.
 */
export function filledIn(path: string, values: PartValues): readonly string[] {
  const parts = [...path.matchAll(/:(\w+)(\?)?|\*/gu)].map(({ 0: text, 1: name = '*', 2: isOptional }) => {
    const given = values[name]
    if (given === undefined) throw new Error(`${path} has a part for which no test has values: add them where the canaries are walked`)
    return { text, values: [...given, ...(isOptional === '?' ? [''] : [])] }
  })
  const first = (index: number): string => parts[index]?.values[0] ?? ''
  const filled = (chosen: number, value: string): string => {
    let at = -1
    return path.replaceAll(/:\w+\??|\*/gu, () => ((at += 1) === chosen ? value : first(at))).replace(/(.)\/$/u, '$1')
  }
  return parts.length === 0 ? [path] : [...new Set(parts.flatMap((part, index) => part.values.map((value) => filled(index, value))))]
}
