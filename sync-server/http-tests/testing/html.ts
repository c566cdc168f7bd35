/**
 * A small reader of HTML as the product writes it: every element closed, attributes quoted or bare.
 * It follows the tokenizer of the HTML standard where that decides what is markup (comments, raw
 * text, attribute states), and says what was not well-formed instead of guessing.
 */
export interface HtmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (HtmlElement | string)[]
}

export interface HtmlDocument {
  readonly root: HtmlElement
  /** Tags without a partner, attributes said twice: a browser would have guessed. */
  readonly faults: readonly string[]
}

interface Open {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (HtmlElement | string)[]
}

const voids = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
const rawTexts = new Set(['script', 'style', 'iframe', 'noembed', 'noframes', 'xmp'])
const escapableTexts = new Set(['title', 'textarea'])
const tagStart = /<(\/?)([a-zA-Z][^\s/>]*)/y
const attribute = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/y

export function parseHtml(text: string): HtmlDocument {
  const faults: string[] = []
  const root: Open = { name: '#document', attributes: new Map(), children: [] }
  const open: Open[] = [root]
  const top = (): Open => open.at(-1) ?? root
  let at = 0
  const addText = (raw: string, isDecoded = true): void => {
    if (raw !== '') top().children.push(isDecoded ? decoded(raw) : raw)
  }
  while (at < text.length) {
    const next = text.indexOf('<', at)
    addText(text.slice(at, next < 0 ? text.length : next))
    if (next < 0) break
    at = next
    if (text.startsWith('<!', at) || text.startsWith('<?', at)) {
      const isComment = text.startsWith('<!--', at)
      const end = text.indexOf(isComment ? '-->' : '>', at + 2)
      at = end < 0 ? text.length : end + (isComment ? 3 : 1)
      continue
    }
    tagStart.lastIndex = at
    const tag = tagStart.exec(text)
    if (tag === null) {
      addText('<')
      at += 1
      continue
    }
    const name = (tag[2] ?? '').toLowerCase()
    const attributes = new Map<string, string>()
    at = readAttributes(text, tagStart.lastIndex, attributes, (fault) => faults.push(`<${name}> ${fault}`))
    const isSelfClosed = text[at - 1] === '/'
    at += 1
    if (tag[1] === '/') {
      const partner = open.findLastIndex((element) => element.name === name)
      if (partner < 1 || partner !== open.length - 1) faults.push(`</${name}> closes <${top().name}>`)
      if (partner >= 1) open.splice(partner)
      continue
    }
    const element: Open = { name, attributes, children: [] }
    top().children.push(element)
    if (voids.has(name) || (isSelfClosed && !rawTexts.has(name) && !escapableTexts.has(name))) continue
    open.push(element)
    if (!rawTexts.has(name) && !escapableTexts.has(name)) continue
    const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
    closing.lastIndex = at
    const end = closing.exec(text)?.index ?? text.length
    addText(text.slice(at, end), escapableTexts.has(name))
    at = end
  }
  if (open.length > 1)
    faults.push(
      `never closed: ${open
        .slice(1)
        .map((element) => element.name)
        .join(' ')}`,
    )
  return { root, faults }
}

/** Every element below, in order. */
export function elementsOf(root: HtmlElement, name?: string): readonly HtmlElement[] {
  const found: HtmlElement[] = []
  const pending: (HtmlElement | string)[] = [...root.children].reverse()
  while (pending.length > 0) {
    const child = pending.pop()
    if (child === undefined || typeof child === 'string') continue
    if (name === undefined || child.name === name) found.push(child)
    for (let at = child.children.length - 1; at >= 0; at -= 1) pending.push(child.children[at] ?? '')
  }
  return found
}

export function textOf(element: HtmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}

export function attributeOf(element: HtmlElement | undefined, name: string): string | null {
  return element?.attributes.get(name) ?? null
}

export function byId(root: HtmlElement, id: string): HtmlElement | undefined {
  return elementsOf(root).find((element) => element.attributes.get('id') === id)
}

function readAttributes(text: string, from: number, into: Map<string, string>, fault: (what: string) => void): number {
  let at = from
  for (;;) {
    attribute.lastIndex = at
    const found = attribute.exec(text)
    if (found === null) break
    at = attribute.lastIndex
    const name = (found[1] ?? '').toLowerCase()
    if (into.has(name)) fault(`has ${name} twice`)
    else into.set(name, decoded(found[2] ?? found[3] ?? found[4] ?? ''))
  }
  const end = text.indexOf('>', at)
  if (text.slice(at, end).trim().replace('/', '') !== '') fault(`has ${JSON.stringify(text.slice(at, end))} in it`)
  return end < 0 ? text.length : end
}

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

export function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/giu, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return names[name] ?? whole
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
