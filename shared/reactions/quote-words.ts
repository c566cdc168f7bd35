import type { ReactionView } from './shown.ts'

/** What the reaction is about, for a line of text or a label; empty for the whole. */
export function quoteWords({ quote, isOnHiddenWords }: Pick<ReactionView, 'quote' | 'isOnHiddenWords'>): string {
  if (quote === undefined) return ''
  return isOnHiddenWords === true ? 'hidden words' : `“${quote.text}”`
}
