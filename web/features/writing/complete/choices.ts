import type { InsertItem } from '../parts/insert-list.ts'
import type { CompletionKind } from './trigger.ts'

/** One line of the list. `words` is what else it is found by; `hint` is shown beside the label. */
export type Choice =
  | { readonly kind: 'block'; readonly label: string; readonly hint: string; readonly words: readonly string[]; readonly item: InsertItem }
  | {
      readonly kind: 'member' | 'post' | 'wiki'
      readonly label: string
      readonly hint: string
      readonly words: readonly string[]
      /** As in a mention's address. */
      readonly id: string
    }

/** The list as it is open: for which part of the text, and with what. */
export type Open = {
  readonly kind: CompletionKind
  readonly from: number
  readonly to: number
  readonly query: string
  readonly choices: readonly Choice[]
  readonly selected: number
}

const maxShown = 8

/** The best first; of equals, the order given. Without a query the first ones. */
export function choicesFor(all: readonly Choice[], query: string): readonly Choice[] {
  const wanted = plain(query)
  // Of blocks there are few, and one may want to see what there is.
  const most = all[0]?.kind === 'block' ? 30 : maxShown
  if (wanted === '') return all.slice(0, most)
  const found: { readonly choice: Choice; readonly rank: number }[] = []
  for (const choice of all) {
    const rank = Math.min(rankOf(choice.label, wanted), ...choice.words.map((word) => rankOf(word, wanted) + 0.5))
    if (rank < worst) found.push({ choice, rank })
  }
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ choice }) => choice)
}

const worst = 9

/** 0: it begins so; 1: a word of it does; 2: it stands somewhere in it. */
function rankOf(text: string, wanted: string): number {
  const at = ` ${plain(text)}`.indexOf(` ${wanted}`)
  if (at >= 0) return at === 0 ? 0 : 1
  return wanted.length > 1 && plain(text).includes(wanted) ? 2 : worst
}

/** Without marks over letters, and in small ones: nobody types them into a list. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

export const listLabels: Readonly<Record<CompletionKind, string>> = {
  block: 'Insert',
  member: 'Members and wiki pages',
  post: 'Posts and wiki pages',
}
