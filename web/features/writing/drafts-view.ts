/**
 * How the list of drafts is ordered and what it leaves out (content.md 4.5): by the address, else
 * as its member chose last.
 */
export const draftOrders = ['lastModified', 'newest', 'wordCountAscending', 'wordCountDescending'] as const
export type DraftOrder = (typeof draftOrders)[number]

export interface DraftsView {
  readonly sortDraftsBy: DraftOrder
  readonly includeArchived: boolean
  readonly includeShared: boolean
}

export const usualView: DraftsView = { sortDraftsBy: 'lastModified', includeArchived: false, includeShared: true }

/**
 * What the address asks for; nothing of it where it does not say. A form without a script says all
 * three.
 */
export function askedView(search: URLSearchParams): Partial<DraftsView> {
  const order = draftOrders.find((name) => name === search.get('sortDraftsBy'))
  const [archived, shared] = [search.get('includeArchived'), search.get('includeShared')]
  return {
    ...(order !== undefined && { sortDraftsBy: order }),
    ...(archived !== null && { includeArchived: archived === 'true' }),
    ...(shared !== null && { includeShared: shared !== 'false' }),
  }
}

/** As the address would say it. */
export const viewQuery = (view: DraftsView): string =>
  new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)])).toString()

interface Ordered {
  readonly id: string
  readonly words: number
  readonly touchedAt: number
  readonly createdAt: number
}

/** By last change, what only this device has comes first. */
export function inOrder<Draft extends Ordered>(drafts: readonly Draft[], order: DraftOrder, unsent: ReadonlySet<string>): readonly Draft[] {
  const by: Readonly<Record<DraftOrder, (a: Draft, b: Draft) => number>> = {
    lastModified: (a, b) => Number(unsent.has(b.id)) - Number(unsent.has(a.id)),
    newest: (a, b) => b.createdAt - a.createdAt,
    wordCountAscending: (a, b) => a.words - b.words,
    wordCountDescending: (a, b) => b.words - a.words,
  }
  return drafts.toSorted((a, b) => by[order](a, b) || b.touchedAt - a.touchedAt)
}
