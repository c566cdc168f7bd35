/**
 * What of a Word document goes on the way here, found in its XML or said by the reader (mammoth):
 * each kind is named, none is lost in silence.
 */
import { listsRenumbered } from './docx-lists.ts'
import type { Losses } from './losses.ts'

/** In the text and in its notes. */
const kinds: readonly (readonly [string, RegExp])[] = [
  ['comment', /<w:commentReference\b/gu],
  ['tracked change', /<w:(?:ins|del|moveFrom|moveTo|rPrChange|pPrChange)\s/gu],
  ['text box', /<w:txbxContent\b/gu],
  ['drawing', /<wps:wsp\b|<c:chart\b|<dgm:relIds\b/gu],
  ['embedded object', /<o:OLEObject\b/gu],
  ['ruby text', /<w:ruby\b/gu],
  ['paragraph alignment', /<w:jc w:val="(?:center|right|end)"/gu],
  // But for the colours of a link.
  ['text color', /<w:color w:val="(?!auto|000000|0563c1|0000ff|1155cc)[^"]*"/giu],
  ['small caps', /<w:(?:smallCaps|caps)(?:\s+w:val="(?:1|true|on)")?\s*\/>/gu],
  ['page break', /<w:br\s[^>]*w:type="(?:page|column)"/gu],
]

export function nameLosses(xml: string, losses: Losses): void {
  for (const [what, pattern] of kinds) for (const _found of xml.matchAll(pattern)) losses.add(what)
}

/** Lists are numbered from one here, and anew behind whatever comes between. */
export function nameLostNumbers(document: string, numbering: string, losses: Losses): void {
  for (let count = listsRenumbered(document, numbering); count > 0; count -= 1) losses.add('list start number')
}

/** What stands at the top or bottom of each page is no part of the text. */
export function namePageParts(xml: string, losses: Losses): void {
  const words = Array.from(xml.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)/gu), ([, text = '']) => text).join('')
  if (words.trim() !== '') losses.add('page header or footer', words)
}

/**
 * The reader leaves out whole what it does not know, with the words in it. What merely stands
 * around words is taken away here: fields, directions of writing, readings above the words; a
 * return within a line becomes a break.
 */
export function readable(xml: string): string {
  return xml
    .replace(/<w:ruby\b[\s\S]*?<w:rubyBase>([\s\S]*?)<\/w:rubyBase>[\s\S]*?<\/w:ruby>/gu, (_whole, base: string) => base)
    .replace(/<\/?w:(?:fldSimple|dir|bdo)(?:\s[^>]*)?>/gu, '')
    .replace(/<w:cr\s*\/>/gu, '<w:br/>')
}

interface Message {
  readonly type: string
  readonly message: string
}

/** Of marks and settings nothing is to be seen in a text. */
const harmless =
  /^(?:w:(?:perm|customXml|comment|tbl|sdt|tc|tr|doc|attr|ptab|dayLong|dayShort|monthLong|monthShort|yearLong|yearShort|separator|continuationSeparator|fldData|ffData)|wp:|wp14:|w14:|w15:|a:|pic:|v:|o:|office-word:)/u

/** What the reader says that it has left out. */
export function nameMessages(messages: readonly Message[], losses: Losses): void {
  for (const { type, message } of messages) {
    const element = /^An unrecognised element was ignored: (\S+)$/u.exec(message)?.[1]
    if (element !== undefined) {
      if (!harmless.test(element)) losses.add('unsupported content', element)
    } else if (message.startsWith('A w:sym element')) losses.add('symbol font character')
    else if (/cell merging may be incorrect/u.test(message)) losses.add('merged table cells')
    // Of a picture's kind is spoken elsewhere.
    else if (type === 'error' || /^(?:Could not find image|A v:imagedata element)/u.test(message))
      losses.add('picture missing from the file', message)
  }
}
