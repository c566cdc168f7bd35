/**
 * Whether a client wants a page as Markdown (content.md 10.2): by the address (`.md` at its end,
 * `?format=`), or by an `Accept` that prefers it to HTML (RFC 9110 §12.5.1). Browsers never do; who
 * states no preference gets HTML.
 */
import type { IncomingMessage } from 'node:http'

type AskedFor =
  /** In the address itself: where there is no Markdown, that is said. */
  { readonly as: 'markdown'; readonly isExplicit: boolean; readonly target: string } | { readonly as: 'html'; readonly target: string }

const markdownNames = new Set(['markdown', 'md'])
/** Longer ones are nobody's. */
const maxAccepted = 1_000

/** @param target path and query, as sent. */
export function askedFor(target: string, headers: Pick<IncomingMessage['headers'], 'accept'>): AskedFor {
  const at = target.indexOf('?')
  const path = at < 0 ? target : target.slice(0, at)
  const search = new URLSearchParams(at < 0 ? '' : target.slice(at))
  if (path.endsWith('.md')) {
    const plain = path.slice(0, -'.md'.length)
    search.set('format', 'markdown')
    return { as: 'markdown', isExplicit: true, target: `${plain === '/index' ? '/' : plain}?${search}` }
  }
  const format = search.get('format')
  if (format !== null && markdownNames.has(format)) return { as: 'markdown', isExplicit: true, target }
  if (format === 'html' || !prefersMarkdown(headers.accept)) return { as: 'html', target }
  return { as: 'markdown', isExplicit: !takesHtml(headers.accept), target }
}

/** As cheap as can be where neither is named: it is asked before the cache. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/(?:markdown|plain)/iu.test(accept)) return false
  const ranges = rangesOf(accept)
  const markdown = weightOf(ranges, 'text/markdown')
  const html = Math.max(weightOf(ranges, 'text/html').q, weightOf(ranges, 'application/xhtml+xml').q)
  if (Math.max(markdown.q, ranges.find(({ type }) => type === 'text/plain')?.q ?? 0) > html) return true
  // As much of both: it is what is named, and named first.
  const named = ranges.findIndex(({ type }) => type === 'text/markdown')
  const htmlNamed = ranges.findIndex(({ type }) => type === 'text/html')
  return named >= 0 && markdown.q > 0 && markdown.q === html && (htmlNamed < 0 || named < htmlNamed)
}

/** Nothing is said of what is wanted. */
export function statesNothing(accept: string | undefined): boolean {
  return accept === undefined || accept.trim() === '' || accept.trim() === '*/*'
}

function takesHtml(accept: string | undefined): boolean {
  return accept === undefined || weightOf(rangesOf(accept), 'text/html').q > 0
}

interface Range {
  readonly type: string
  /** 0 to 1. */
  readonly q: number
}

function rangesOf(accept: string): readonly Range[] {
  return accept
    .slice(0, maxAccepted)
    .toLowerCase()
    .split(',')
    .flatMap((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      if (type === '') return []
      const given = parameters
        .find((parameter) => /^q\s*=/u.test(parameter))
        ?.split('=')[1]
        ?.trim()
      const q = given === undefined ? 1 : /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/u.test(given) ? Number(given) : 0
      return [{ type, q }]
    })
}

/** The most exact range that holds the type decides. */
function weightOf(ranges: readonly Range[], type: string): Range {
  const group = `${type.split('/')[0]}/*`
  for (const name of [type, group, '*/*']) {
    const found = ranges.find((range) => range.type === name)
    if (found !== undefined) return found
  }
  return { type, q: 0 }
}
