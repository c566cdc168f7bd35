import { attrFlag, attrNumber, attrText, childrenOf, textOf, type AttrValue, type Doc, type DocNode } from './nodes.ts'
import { escapeLine, inlineMarkdown } from './markdown-inline-out.ts'
import { indented, written, type Out } from './markdown-rows.ts'
import { pollMarkdown } from './markdown-poll.ts'
import { predictionMarkdown } from './markdown-prediction.ts'
import { endOf, withoutOuterSpaces } from './outer-spaces.ts'
import { tableGrid } from './table-grid.ts'

/**
 * Writes a checked text as Markdown of the dialect in markdown-rules.ts. Reading it again gives the
 * same text, ids of blocks and the spaces at the ends of paragraphs aside (outer-spaces.ts): forms
 * show it to people. What GFM cannot say is said in ways that other readers show tolerably: plain
 * tags, `:::` lines, cell notes.
 */
export function docToMarkdown(doc: Doc): string {
  return `${written(blocks(withoutOuterSpaces(doc).content))}\n`
}

/**
 * Neighbouring lists of one kind would be read as one list; every other one gets the other sign.
 */
function blocks(nodes: readonly DocNode[]): Out {
  const out: Out[] = []
  let isOther = false
  for (const [index, node] of nodes.entries()) {
    isOther = signOf(node) !== null && signOf(node) === signOf(nodes[index - 1]) && !isOther
    out.push(...(index === 0 ? [] : ['\n\n']), block(node, isOther))
  }
  return out
}

function signOf(node: DocNode | undefined): 'bullet' | 'number' | null {
  if (node?.type === 'bulletList' || node?.type === 'taskList') return 'bullet'
  return node?.type === 'orderedList' ? 'number' : null
}

function block(node: DocNode, isOther: boolean): Out {
  switch (node.type) {
    case 'paragraph':
      return inlineMarkdown(childrenOf(node), 'paragraph') || '<!-- -->'
    case 'heading':
      return heading(node)
    case 'bulletList':
      return list(node, () => (isOther ? '* ' : '- '))
    case 'taskList':
      return list(node, () => (isOther ? '* ' : '- '))
    case 'orderedList': {
      const start = attrNumber(node, 'start') ?? 1
      // Only the first number counts, and a number has at most nine digits.
      return list(node, (index) => `${Math.min(start + index, 999_999_999)}${isOther ? ')' : '.'} `)
    }
    case 'blockquote':
      return indented(blocks(childrenOf(node)), '> ', '> ')
    case 'codeBlock': {
      const text = textOf(node)
      const fence = '`'.repeat(Math.max(3, longestRun(text, /`+/g) + 1))
      return `${fence}${escapeInfo(attrText(node, 'language'))}\n${text === '' ? '' : `${text}\n`}${fence}`
    }
    case 'table':
      return table(node)
    case 'horizontalRule':
      return '___'
    case 'figure':
      return figure(node)
    case 'mathBlock': {
      const tex = attrText(node, 'tex')
      const fence = '$'.repeat(Math.max(2, longestRun(tex, /\$+/g) + 1))
      return `${fence}\n${tex}\n${fence}`
    }
    case 'spoiler':
      return box('spoiler', attrText(node, 'title'), node)
    case 'details':
      return box(attrFlag(node, 'open') ? 'details{open}' : 'details', attrText(node, 'summary'), node)
    case 'embed':
      return attrText(node, 'url')
    case 'machineText':
      return box('machine', attrText(node, 'model'), node)
    case 'poll':
      return pollMarkdown(node)
    case 'prediction':
      return predictionMarkdown(node)
    case 'footnotes':
      return joined(childrenOf(node).map(footnote), '\n\n')
    default:
      return ''
  }
}

function heading(node: DocNode): string {
  const text = `${'#'.repeat(attrNumber(node, 'level') ?? 2)} ${inlineMarkdown(childrenOf(node), 'line')}`
  return text.slice(0, endOf(text))
}

function joined(items: readonly Out[], between: string): Out {
  return items.flatMap((item, index) => (index === 0 ? [item] : [between, item]))
}

function list(node: DocNode, sign: (index: number) => string): Out {
  const items = childrenOf(node).map((item, index) => {
    const task = item.type === 'taskItem' ? (attrFlag(item, 'checked') ? '[x] ' : '[ ] ') : ''
    return indented([task, blocks(childrenOf(item))], sign(index), ' '.repeat(sign(index).length))
  })
  return joined(items, childrenOf(node).every((item) => childrenOf(item).length === 1) ? '\n' : '\n\n')
}

function footnote(note: DocNode): Out {
  const label = `[^${attrText(note, 'note')}]:`
  const text = blocks(childrenOf(note))
  // A list or code on the label's own line would count its indentation from there.
  return childrenOf(note)[0]?.type === 'paragraph' ? indented(text, `${label} `, '    ') : [`${label}\n`, indented(text, '    ', '    ')]
}

function box(name: string, title: string, node: DocNode): Out {
  return [`:::${name}${title === '' ? '' : ` ${title}`}\n\n`, blocks(childrenOf(node)), '\n\n:::']
}

function figure(node: DocNode): string {
  const [image, caption] = childrenOf(node)
  if (image === undefined) return ''
  const title = caption === undefined ? '' : ` "${inlineMarkdown(childrenOf(caption), 'line').replace(/[\\"&]/g, '\\$&')}"`
  const size = (name: 'width' | 'height'): string => (attrNumber(image, name) === null ? '' : `${name}=${attrNumber(image, name)}`)
  const notes = [size('width'), size('height'), attrFlag(image, 'decorative') ? 'decorative' : ''].filter((note) => note !== '').join(' ')
  const src = attrText(image, 'src').replace(/[()<>&]/g, '\\$&')
  return `![${escapeLine(attrText(image, 'alt'))}](${src}${title})${notes === '' ? '' : `{${notes}}`}`
}

function table(node: DocNode): string {
  const grid = tableGrid(node)
  if (grid === null) return ''
  const columns = Array.from({ length: grid.width }, (_, column) => alignOf(grid.rows.find((row) => row[column])?.[column] ?? null))
  const dashes = columns.map((align) => (align === 'left' ? ':--' : align === 'right' ? '--:' : align === 'center' ? ':-:' : '---'))
  const lines = grid.rows.map((row, index) => line(row.map((cell, column) => cellText(cell, index === 0, columns[column] ?? null))))
  return [lines[0] ?? '', line(dashes), ...lines.slice(1)].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function alignOf(cell: DocNode | null): AttrValue {
  return cell?.attrs?.['align'] ?? null
}

function cellText(cell: DocNode | null, isFirstRow: boolean, align: AttrValue): string {
  if (cell === null) return '{<}'
  const notes: string[] = []
  if (cell.type === 'tableHeader' && !isFirstRow) notes.push('th')
  if (cell.type === 'tableCell' && isFirstRow) notes.push('td')
  for (const name of ['colspan', 'rowspan'] as const) {
    const span = attrNumber(cell, name) ?? 1
    if (span > 1) notes.push(`${name}=${span}`)
  }
  if (alignOf(cell) !== align) notes.push(`align=${alignOf(cell) ?? 'none'}`)
  const text = childrenOf(cell)
    .map((paragraph) => inlineMarkdown(childrenOf(paragraph), 'cell'))
    .join('<br>')
    .replaceAll('|', '\\|')
  return `${notes.length === 0 ? '' : `{${notes.join(' ')}} `}${text}`.trimEnd()
}

function escapeInfo(language: string): string {
  return language.replace(/_/g, '\\_')
}

function longestRun(text: string, run: RegExp): number {
  return Math.max(0, ...(text.match(run) ?? []).map((found) => found.length))
}
