import { childrenOf, type DocMark, type DocNode } from '../nodes.ts'

/**
 * The least that is compared: a word, the space between two, a sign, or something in the text that
 * is none.
 */
export interface Token {
  /** Equal for what says the same; marks do not count. */
  readonly key: string
  readonly parts: readonly TokenPart[]
  readonly atom?: DocNode
}
export interface TokenPart {
  readonly text: string
  readonly marks: readonly DocMark[]
  /** Equal for equal marks. */
  readonly print: string
}

/** Words with their apostrophes, numbers with their points, spaces, and signs one by one. */
const tokenPattern = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\s+|[^]/gu
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const known = new WeakMap<DocNode, readonly Token[]>()
const marksPrints = new WeakMap<readonly DocMark[], string>()
const noMarks: readonly DocMark[] = []

/** Of a node whose content is text. */
export function tokensOf(block: DocNode): readonly Token[] {
  const found = known.get(block)
  if (found !== undefined) return found
  const tokens: Token[] = []
  let run: DocNode[] = []
  for (const node of childrenOf(block)) {
    if (node.text !== undefined) run.push(node)
    else {
      addRun(run, tokens)
      run = []
      const marks = node.marks ?? noMarks
      const print = printOfMarks(marks)
      tokens.push({
        key: `\0${JSON.stringify([node.type, node.attrs ?? null])}`,
        parts: [{ text: '', marks, print }],
        atom: node,
      })
    }
  }
  addRun(run, tokens)
  known.set(block, tokens)
  return tokens
}

/** Whether it counts as a word. */
export const isWord = ({ key }: Token): boolean => /[\p{L}\p{N}]/u.test(key)

/** A word may have a mark on a part of it. */
function addRun(run: readonly DocNode[], tokens: Token[]): void {
  const text = run.map((node) => node.text ?? '').join('')
  let at = 0
  let used = 0
  for (const key of wordsOf(text)) {
    const parts: TokenPart[] = []
    for (let left = key.length; left > 0;) {
      const node = run[at]
      if (node === undefined) break
      const own = node.text ?? ''
      const take = Math.min(left, own.length - used)
      const marks = node.marks ?? noMarks
      if (take > 0) parts.push({ text: own.slice(used, used + take), marks, print: printOfMarks(marks) })
      left -= take
      used += take
      if (used >= own.length) {
        at += 1
        used = 0
      }
    }
    tokens.push({ key, parts })
  }
}

function wordsOf(text: string): readonly string[] {
  return (text.match(tokenPattern) ?? []).flatMap((word) => (unspaced.test(word) ? segments(word) : [word]))
}

/** Scripts that set no spaces: where the words are, the language's own rules say. */
function segments(run: string): readonly string[] {
  if (typeof Intl.Segmenter !== 'function') return [...run]
  return Array.from(new Intl.Segmenter(undefined, { granularity: 'word' }).segment(run), ({ segment }) => segment)
}

function printOfMarks(marks: readonly DocMark[]): string {
  if (marks.length === 0) return ''
  const found = marksPrints.get(marks)
  if (found !== undefined) return found
  const print = JSON.stringify(marks.map(({ type, attrs }) => [type, attrs ?? null]))
  marksPrints.set(marks, print)
  return print
}
