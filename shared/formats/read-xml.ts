import { FileRefused } from './refused.ts'

export interface XmlHandler {
  open?(name: string, attrs: string): void
  text?(value: string): void
  close?(name: string): void
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const deepest = 200

/**
 * Goes through XML once, in one direction. There is no DTD and no entity beyond XML's own five:
 * what declares one is refused.
 * @throws FileRefused `broken`, `too-deep`
 */
export function readXml(xml: string, handler: XmlHandler): void {
  const open: string[] = []
  let at = 0
  const upTo = (sign: string, from: number): number => {
    const found = xml.indexOf(sign, from)
    if (found < 0) throw new FileRefused('broken', `no ${sign}`)
    return found
  }
  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    if (next !== at) {
      const text = xml.slice(at, next < 0 ? xml.length : next)
      if (open.length > 0) handler.text?.(xmlText(text))
      else if (/[^\s\uFEFF]/u.test(text)) throw new FileRefused('broken', 'text outside')
      if (next < 0) break
    }
    if (xml.startsWith('<!--', next)) at = upTo('-->', next + 4) + 3
    else if (xml.startsWith('<![CDATA[', next)) {
      const end = upTo(']]>', next + 9)
      handler.text?.(xml.slice(next + 9, end))
      at = end + 3
    } else if (xml.startsWith('<?', next)) at = upTo('?>', next + 2) + 2
    else if (xml.startsWith('<!', next)) throw new FileRefused('broken', 'a document type')
    else if (xml.startsWith('</', next)) {
      const end = upTo('>', next)
      const name = xml.slice(next + 2, end).trim()
      if (open.pop() !== name) throw new FileRefused('broken', `</${name.slice(0, 40)}>`)
      handler.close?.(name)
      at = end + 1
    } else {
      const end = tagEnd(xml, next)
      const isEmpty = xml[end - 1] === '/'
      const tag = xml.slice(next + 1, isEmpty ? end - 1 : end)
      const name = /^[^\s/]+/u.exec(tag)?.[0] ?? ''
      handler.open?.(name, tag.slice(name.length))
      if (isEmpty) handler.close?.(name)
      else if (open.push(name) > deepest) throw new FileRefused('too-deep')
      at = end + 1
    }
  }
  if (open.length > 0) throw new FileRefused('broken', `<${open.at(-1)?.slice(0, 40)}>`)
}

/** Where a tag ends; a `>` in quotation marks is part of a value. */
function tagEnd(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const sign = xml[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
  }
  throw new FileRefused('broken', 'a tag without end')
}

export function xmlText(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/giu, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD'
  })
}

/** The value of an attribute, from what stands in a tag after its name. */
export function xmlAttr(attrs: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(attrs)
  return found === null ? null : xmlText(found[1] ?? found[2] ?? '')
}
