/**
 * Markdown of a text as it stands in the page: the browser holds its HTML only. Knows what comments
 * may hold (headings, lists, quotes, code, tables, spoilers, marks, links, maths by their
 * `data-tex`); anything else is written as its words.
 */
export function markdownOf(root: HTMLElement): string {
  return blocks(root).trim()
}

function blocks(parent: Element): string {
  return [...parent.childNodes]
    .map((node) => (node instanceof Element ? block(node) : (node.textContent ?? '').trim()))
    .filter((text) => text !== '')
    .join('\n\n')
}

function block(element: Element): string {
  switch (element.tagName) {
    case 'H2':
    case 'H3':
    case 'H4':
    case 'H5':
    case 'H6':
      return `${'#'.repeat(Number(element.tagName.slice(1)))} ${line(element)}`
    case 'BLOCKQUOTE':
      return prefixed(blocks(element), '> ')
    case 'PRE':
      return `\`\`\`${language(element)}\n${(element.textContent ?? '').replace(/\n$/u, '')}\n\`\`\``
    case 'UL':
      return items(element, () => '- ')
    case 'OL':
      return items(element, (at) => `${at + (Number(element.getAttribute('start')) || 1)}. `)
    case 'HR':
      return '---'
    case 'DETAILS':
      return `:::${element.classList.contains('spoiler') ? 'spoiler' : 'details'} ${element.querySelector('summary')?.textContent ?? ''}\n${[
        ...element.children,
      ]
        .slice(1)
        .map(block)
        .join('\n\n')}\n:::`
    case 'TABLE':
      return table(element)
    case 'DIV':
    case 'SECTION':
    case 'FIGURE': {
      const tex = element.getAttribute('data-tex')
      return tex === null ? blocks(element) : `$$\n${tex}\n$$`
    }
    default:
      return line(element)
  }
}

function items(list: Element, mark: (at: number) => string): string {
  return [...list.children]
    .map((item, at) => {
      const hasBlocks = [...item.children].some((child) => /^(P|UL|OL|PRE|BLOCKQUOTE|DIV)$/u.test(child.tagName))
      const text = hasBlocks ? mixed(item) : line(item)
      return mark(at) + prefixed(text, ' '.repeat(mark(at).length)).trimStart()
    })
    .join('\n')
}

/** An item whose first words stand without a paragraph and have a list under them. */
function mixed(item: Element): string {
  const parts: string[] = []
  let run = ''
  for (const node of item.childNodes) {
    const isBlock = node instanceof Element && /^(P|UL|OL|PRE|BLOCKQUOTE|DIV)$/u.test(node.tagName)
    if (!isBlock) {
      run += inline(node)
      continue
    }
    if (run.trim() !== '') parts.push(run.trim())
    run = ''
    parts.push(block(node))
  }
  if (run.trim() !== '') parts.push(run.trim())
  return parts.join('\n')
}

function table(element: Element): string {
  const rows = [...element.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => line(cell).replace(/\|/gu, '\\|')))
  const [head, ...body] = rows
  if (head === undefined) return ''
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const line = (element: Element): string => [...element.childNodes].map(inline).join('').trim()

function inline(node: Node): string {
  if (!(node instanceof Element)) return (node.textContent ?? '').replace(/\s+/gu, ' ')
  const inside = () => [...node.childNodes].map(inline).join('')
  const tex = node.getAttribute('data-tex')
  if (tex !== null) return `$${tex}$`
  switch (node.tagName) {
    case 'STRONG':
      return `**${inside()}**`
    case 'EM':
      return `*${inside()}*`
    case 'S':
      return `~~${inside()}~~`
    case 'CODE':
      return `\`${node.textContent ?? ''}\``
    case 'BR':
      return '  \n'
    case 'A':
      return `[${inside()}](${node.getAttribute('href') ?? ''})`
    default:
      return inside()
  }
}

const prefixed = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((part) => (prefix + part).trimEnd())
    .join('\n')

const language = (pre: Element): string => /language-(\S+)/u.exec(pre.querySelector('code')?.className ?? '')?.[1] ?? ''
