import type { TagParseRule } from '@tiptap/pm/model'
import { isStorable, markRules, nodeRules, type AttrRule, type AttrValue, type MarkName, type NodeName } from '#shared/text/nodes.ts'
import { isSafeImageUrl } from '#shared/text/url.ts'

/**
 * Which elements of pasted HTML become which node or mark. Foreign HTML is read by
 * paste/read-html.ts; what comes from an editor of ours carries `data-node` and `data-attrs`, and
 * is judged by the same rules as everything else: an attribute that does not pass takes its
 * fallback.
 */
type Found = Readonly<Record<string, AttrValue>> | false

const plain = (tag: string): TagParseRule => ({ tag })
const given = (tag: string, getAttrs: (element: HTMLElement) => Found): TagParseRule => ({ tag, getAttrs })

const own: Partial<Record<NodeName, readonly TagParseRule[]>> = {
  paragraph: [plain('p')],
  heading: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(4, Math.max(2, level)) } })),
  bulletList: [plain('ul')],
  orderedList: [given('ol', (element) => known('orderedList', { start: Number(element.getAttribute('start') ?? 1) }))],
  listItem: [plain('li')],
  blockquote: [plain('blockquote')],
  codeBlock: [{ ...given('pre', (element) => known('codeBlock', { language: languageOf(element) })), preserveWhitespace: 'full' }],
  table: [plain('table')],
  tableRow: [plain('tr')],
  tableHeader: [given('th', (element) => known('tableHeader', cellOf(element)))],
  tableCell: [given('td', (element) => known('tableCell', cellOf(element)))],
  horizontalRule: [plain('hr')],
  figure: [plain('figure')],
  image: [given('img[src]', pictureOf)],
  figcaption: [plain('figcaption')],
  hardBreak: [plain('br')],
  mathBlock: [given('.math[data-tex]', (element) => known('mathBlock', { tex: element.dataset['tex'] }))],
  mathInline: [given('.tex[data-tex]', (element) => known('mathInline', { tex: element.dataset['tex'] }))],
}

const marksOf: Readonly<Record<MarkName, readonly TagParseRule[]>> = {
  link: [given('a[href]', (element) => read(markRules.link, { href: element.getAttribute('href') ?? undefined }))],
  highlight: [plain('mark')],
  bold: ['strong', 'b'].map(plain),
  italic: ['em', 'i', 'cite', 'dfn', 'var'].map(plain),
  strike: ['s', 'del', 'strike'].map(plain),
  subscript: [plain('sub')],
  superscript: [plain('sup')],
  code: ['code', 'kbd', 'samp', 'tt'].map(plain),
}

/** What is inside a node's element; the rest of it (a heading, a label) was made by views.ts. */
const inside: Partial<Record<NodeName, string>> = {
  taskItem: 'div',
  footnotes: 'ol',
  footnote: '.note-text',
  table: 'table',
  machineText: 'div',
  poll: 'ul',
}

export function nodeSources(name: NodeName): readonly TagParseRule[] {
  if (name === 'doc' || name === 'text') return []
  const contentElement = inside[name]
  const marked: TagParseRule = {
    ...given(`[data-node="${name}"]`, (element) => known(name, attrsFrom(element))),
    priority: 60,
    ...(contentElement === undefined ? {} : { contentElement }),
  }
  const fromElement = (own[name] ?? []).map((rule): TagParseRule => {
    // An element of ours without a name of its own (a heading, a cell) may still carry attributes.
    const { getAttrs, attrs } = rule
    return {
      ...rule,
      getAttrs: (element) => {
        if (element.dataset['node'] !== undefined) return false
        const found = getAttrs === undefined || getAttrs === null ? (attrs ?? {}) : getAttrs(element)
        return found === false ? false : { ...found, ...(element.dataset['attrs'] === undefined ? {} : known(name, attrsFrom(element))) }
      },
    }
  })
  return [marked, ...fromElement]
}

export function markSources(name: MarkName): readonly TagParseRule[] {
  return marksOf[name]
}

function attrsFrom(element: HTMLElement): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(element.dataset['attrs'] ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {} // Somebody else's attribute of that name.
  }
}

function known(name: NodeName, values: Readonly<Record<string, unknown>>): Found {
  return read(nodeRules[name].attrs, values)
}

/** Every attribute as its rule stores it. `false` where a required one is missing or refused. */
export function read(rules: Readonly<Record<string, AttrRule>>, values: Readonly<Record<string, unknown>>): Found {
  const attrs: Record<string, AttrValue> = {}
  for (const [name, rule] of Object.entries(rules)) {
    const value = name === 'id' ? undefined : rule.read(values[name])
    if (value !== undefined) attrs[name] = value
    else if (rule.fallback !== undefined) attrs[name] = rule.fallback
    else return false
  }
  return attrs
}

function languageOf(element: HTMLElement): string | null {
  const classes = `${element.className} ${element.querySelector('code')?.className ?? ''}`
  return /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,40})(?:\s|$)/.exec(classes)?.[1] ?? element.dataset['language'] ?? null
}

function cellOf(cell: HTMLElement): Readonly<Record<string, unknown>> {
  const align = cell.classList.contains('num') ? 'right' : cell.classList.contains('center') ? 'center' : cell.getAttribute('align')
  return { colspan: Number(cell.getAttribute('colspan') ?? 1), rowspan: Number(cell.getAttribute('rowspan') ?? 1), align }
}

function pictureOf(element: HTMLElement): Found {
  const src = element.getAttribute('src') ?? ''
  const alt = (element.getAttribute('alt') ?? '').slice(0, 2000)
  if (!isSafeImageUrl(src)) return false
  const size = (name: string): number | null => {
    const pixels = Number(element.getAttribute(name) ?? Number.NaN)
    return Number.isInteger(pixels) ? pixels : null
  }
  return known('image', { src, alt: isStorable(alt) ? alt : '', width: size('width'), height: size('height') })
}
