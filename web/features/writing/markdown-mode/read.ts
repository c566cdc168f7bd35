import { markdownToDoc, type Dropped } from '#shared/text/markdown-in.ts'
import type { Doc } from '#shared/text/nodes.ts'

/** What of a Markdown text stands in the way of taking it over as it is typed. */
export type Reading =
  | { readonly kind: 'read'; readonly doc: Doc; readonly losses: readonly Dropped[]; readonly notes: readonly Dropped[] }
  /**
   * A fence, formula or box that is not closed yet takes all that follows into itself: taken over
   * when it is.
   */
  | { readonly kind: 'open'; readonly what: 'code' | 'formula'; readonly line: number }
  | { readonly kind: 'too-much' }

/** What is kept as the words it was typed as: nothing is lost by it. */
const kept: ReadonlySet<string> = new Set(['html', 'nesting'])

export function readMarkdown(markdown: string): Reading {
  const open = unclosed(markdown)
  if (open !== null) return { kind: 'open', ...open }
  try {
    const { doc, dropped } = markdownToDoc(levelled(markdown), 'essay')
    return { kind: 'read', doc, losses: dropped.filter(({ what }) => !kept.has(what)), notes: dropped.filter(({ what }) => kept.has(what)) }
  } catch (error) {
    if (error instanceof RangeError) return { kind: 'too-much' }
    throw error
  }
}

const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/

/**
 * `#` is the title's level, which stands in its own field: here it makes the highest heading there
 * is, as it does while typing. Read as in a file, it would move all other headings down.
 */
function levelled(markdown: string): string {
  let until: string | null = null
  let before = ''
  return markdown
    .split('\n')
    .map((line) => {
      const found = fence.exec(line)
      const sign = found?.[1] ?? ''
      if (until !== null) {
        if (sign.startsWith(until) && (found?.[2] ?? '').trim() === '') until = null
      } else if (sign !== '' && !(sign.startsWith('`') && (found?.[2] ?? '').includes('`'))) until = sign
      else {
        const isUnderline = /^ {0,3}=+\s*$/.test(line) && before.trim() !== ''
        before = line
        return isUnderline ? line.replaceAll('=', '-') : line.replace(/^([\s>]{0,40})#(?=\s)/, '$1##')
      }
      before = line
      return line
    })
    .join('\n')
}

function unclosed(markdown: string): { readonly what: 'code' | 'formula'; readonly line: number } | null {
  let open: { readonly sign: string; readonly line: number } | null = null
  let formula: { readonly sign: string; readonly line: number } | null = null
  for (const [index, line] of markdown.split('\n').entries()) {
    const bare = line.replace(/^[\s>]*/, '').trimEnd()
    if (formula !== null) {
      if (bare === formula.sign) formula = null
      continue
    }
    const found = fence.exec(line)
    const sign = found?.[1] ?? ''
    if (open !== null) {
      if (sign.startsWith(open.sign) && (found?.[2] ?? '').trim() === '') open = null
    } else if (sign !== '' && !(sign.startsWith('`') && (found?.[2] ?? '').includes('`'))) open = { sign, line: index + 1 }
    else if (/^\${2,}$/.test(bare)) formula = { sign: bare, line: index + 1 }
  }
  if (open !== null) return { what: 'code', line: open.line }
  // A formula that does not close is the words it was typed as; but it may be about to.
  return formula === null ? null : { what: 'formula', line: formula.line }
}
