import type { Face } from '#shared/text/compare/compared.ts'
import type { NodeName } from '#shared/text/nodes.ts'
import { shortened } from '#shared/text/shorten.ts'

const typeWords: Partial<Readonly<Record<NodeName, string>>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  bulletList: 'list',
  orderedList: 'numbered list',
  taskList: 'checklist',
  listItem: 'item',
  taskItem: 'task',
  blockquote: 'quotation',
  codeBlock: 'code',
  table: 'table',
  tableRow: 'row',
  tableHeader: 'table heading',
  tableCell: 'cell',
  figure: 'picture',
  image: 'picture',
  figcaption: 'caption',
  mathBlock: 'formula',
  spoiler: 'spoiler',
  details: 'collapsible section',
  embed: 'embedded page',
  horizontalRule: 'line',
  footnotes: 'notes',
  footnote: 'note',
}

function typeWord(type: NodeName): string {
  return typeWords[type] ?? 'part'
}

const attrWords: Readonly<Record<string, string>> = {
  level: 'level',
  language: 'language',
  start: 'first number',
  alt: 'description',
  title: 'title',
  summary: 'title',
  url: 'address',
  align: 'alignment',
  colspan: 'column span',
  rowspan: 'row span',
  model: 'model',
  width: 'width',
  height: 'height',
}
/** Shown as two things side by side, or of no meaning to a reader. */
const unsaid: ReadonlySet<string> = new Set(['id', 'uid', 'src', 'tex', 'provider', 'note'])

/** What is otherwise about a block, beside its words: one phrase each. */
export function factsOf(before: Face, after: Face): readonly string[] {
  const facts: string[] = []
  if (before.type !== after.type) facts.push(`changed from ${typeWord(before.type)} to ${typeWord(after.type)}`)
  for (const name of new Set([...Object.keys(before.attrs), ...Object.keys(after.attrs)])) {
    const [was, is] = [before.attrs[name] ?? null, after.attrs[name] ?? null]
    if (was === is || unsaid.has(name)) continue
    if (name === 'checked') facts.push(is === true ? 'checked' : 'unchecked')
    else if (name === 'decorative') facts.push(is === true ? 'marked as decorative' : 'no longer marked as decorative')
    else if (name === 'open') facts.push(is === true ? 'starts open' : 'starts closed')
    else if (before.type === after.type || !['level', 'start', 'language'].includes(name))
      facts.push(`${attrWords[name] ?? name}: ${valueWords(was)} → ${valueWords(is)}`)
  }
  return facts
}

function valueWords(value: string | number | boolean | null): string {
  if (value === null || value === '') return 'none'
  return shortened(String(value), 200)
}

const markWords: Readonly<Record<string, string>> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'struck through',
  subscript: 'subscript',
  superscript: 'superscript',
  code: 'code',
  link: 'link',
  highlight: 'highlighted',
}

interface Marked {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>>
}

/** "now bold", "no longer link", "another link". */
export function formatWords(before: readonly Marked[], after: readonly Marked[]): string {
  const names = (marks: readonly Marked[]) => new Map(marks.map((mark) => [mark.type, JSON.stringify(mark.attrs ?? null)]))
  const [was, is] = [names(before), names(after)]
  const word = (type: string): string => markWords[type] ?? type
  const words = [
    ...[...is.keys()].filter((type) => !was.has(type)).map((type) => `now ${word(type)}`),
    ...[...was.keys()].filter((type) => !is.has(type)).map((type) => `no longer ${word(type)}`),
    ...[...is].filter(([type, attrs]) => was.has(type) && was.get(type) !== attrs).map(([type]) => `another ${word(type)}`),
  ]
  return words.join(', ')
}
