import type { RouteFacts } from '#shared/pages/page-data.ts'

export interface RouteMatch {
  readonly route: RouteFacts
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
  /**
   * The path with the route's own letters in its fixed parts and no slash at the end; parameters as
   * they came.
   */
  readonly canonicalPath: string
  /** As `canonicalPath`, parameters encoded in the one way: equal addresses have equal keys. */
  readonly keyPath: string
}

interface Pattern {
  readonly route: RouteFacts
  readonly parts: readonly { readonly fixed: string | null; readonly name: string }[]
  readonly fewest: number
  /** Fixed parts first, as letters to sort by: `ff` before `fp` before `p`. */
  readonly rank: string
}

/**
 * The web side's routes, matched as react-router does (`:name`, a trailing `:name?`), fixed parts
 * in any letter case.
 */
export class RouteTable {
  readonly #patterns: readonly Pattern[]

  constructor(routes: readonly RouteFacts[]) {
    this.#patterns = routes.map(patternOf).sort((a, b) => a.rank.localeCompare(b.rank))
  }

  has(path: string): boolean {
    return this.match(path) !== null
  }

  /** @param path encoded, well-formed (`decodeURIComponent` does not throw on it). */
  match(path: string): RouteMatch | null {
    const raw = path.replace(/\/+$/u, '').split('/').slice(1)
    const parts = raw.map((part) => decodeURIComponent(part))
    for (const pattern of this.#patterns) {
      if (parts.length < pattern.fewest || parts.length > pattern.parts.length) continue
      const params: Record<string, string> = {}
      const isMatch = parts.every((part, at) => {
        const wanted = pattern.parts[at]
        if (wanted === undefined) return false
        if (wanted.fixed !== null) return part.toLowerCase() === wanted.fixed.toLowerCase()
        params[wanted.name] = part
        return part !== ''
      })
      if (!isMatch) continue
      const canonical = raw.map((part, at) => pattern.parts[at]?.fixed ?? part)
      const key = parts.map((part, at) => pattern.parts[at]?.fixed ?? encodeURIComponent(part))
      return { route: pattern.route, params, canonicalPath: `/${canonical.join('/')}`, keyPath: `/${key.join('/')}` }
    }
    return null
  }
}

function patternOf(route: RouteFacts): Pattern {
  const names = route.path.split('/').filter((part) => part !== '')
  const parts = names.map((part) => {
    const name = /^:(\w+)\??$/u.exec(part)?.[1]
    return name === undefined ? { fixed: part, name: '' } : { fixed: null, name }
  })
  const fewest = names.filter((part) => !part.endsWith('?')).length
  return { route, parts, fewest, rank: parts.map((part) => (part.fixed === null ? 'p' : 'f')).join('') }
}
