import { limitOf } from '../posts/limit-of.ts'

/** What the address of a staff list asks for. */
export interface StaffAsked {
  /** Its path. */
  readonly path: string
  readonly tab: string
  readonly sort: string
  /** What is searched for; empty: nothing. */
  readonly q: string
}

/** What a staff list is drawn from; survives JSON. */
export interface StaffAnswer<R> {
  readonly asked: StaffAsked
  readonly tabs: readonly StaffTab[]
  readonly sorts: readonly StaffSort[]
  /** The name of the search field; `null`: it has none. */
  readonly search: string | null
  readonly rows: readonly R[]
  /** The address of the longer list; `null`: all are here. */
  readonly more: string | null
}

export interface StaffTab {
  readonly name: string
  readonly word: string
  readonly count?: number
}
export interface StaffSort {
  readonly name: string
  readonly word: string
}

interface StaffQuery<R> {
  /** The first is the usual one. */
  readonly tabs: readonly StaffTab[]
  /** As `tabs`; none: the list has one order. */
  readonly sorts?: readonly StaffSort[]
  readonly search?: string
  /** How many are shown at first, and how many more each time. */
  readonly first?: number
  /** At most `limit` rows, of which the last says that there are more. */
  readonly rows: (asked: StaffAsked, limit: number) => Promise<readonly R[]>
}

const longestSearch = 100

/**
 * A staff list's answer: its load asks its rule first, then this. What is not offered is not asked.
 */
export async function staffAnswer<R>(url: URL, { tabs, sorts = [], search, first = 20, rows }: StaffQuery<R>): Promise<StaffAnswer<R>> {
  const named = (list: readonly { readonly name: string }[], key: string) => {
    const given = url.searchParams.get(key)
    return (list.find(({ name }) => name === given) ?? list[0])?.name ?? ''
  }
  const q = search === undefined ? '' : (url.searchParams.get('q') ?? '').trim().slice(0, longestSearch).toWellFormed()
  const asked = { path: url.pathname, tab: named(tabs, 'state'), sort: named(sorts, 'sort'), q }
  const limit = limitOf(url.searchParams, first)
  const found = await rows(asked, limit + 1)
  const list = { asked, tabs, sorts, search: search ?? null }
  return {
    ...list,
    rows: found.slice(0, limit),
    more: found.length > limit ? staffAddress(list, { limit: limit + first }) : null,
  }
}

/** The list's own address with something else asked; what is usual is not said. */
export function staffAddress(
  { asked, tabs, sorts }: Pick<StaffAnswer<never>, 'asked' | 'tabs' | 'sorts'>,
  change: Partial<Omit<StaffAsked, 'path'>> & { readonly limit?: number },
): string {
  const { path, tab, sort, q } = { ...asked, ...change }
  const search = new URLSearchParams()
  if (tab !== (tabs[0]?.name ?? '')) search.set('state', tab)
  if (sort !== (sorts[0]?.name ?? '')) search.set('sort', sort)
  if (q !== '') search.set('q', q)
  if (change.limit !== undefined) search.set('limit', String(change.limit))
  return search.size === 0 ? path : `${path}?${String(search)}`
}
