import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { bytesToText } from './bytes-to-text.ts'
import { nameLosses, nameLostNumbers, nameMessages, namePageParts, readable } from './docx-losses.ts'
import { htmlToDoc } from './html-in.ts'
import { importedText, type ImportedText } from './imported-text.ts'
import { Losses } from './losses.ts'
import { replaceFormulas } from './omml.ts'
import { PictureCollector } from './picture-collector.ts'
import { FileRefused } from './refused.ts'
import { readXml } from './read-xml.ts'
import { openZip } from './unzip.ts'

/**
 * A Word document, by way of mammoth's HTML. What mammoth gets has been unpacked here first, within
 * our limits, and holds no document type: its own reader would unpack whatever it is given.
 * Formulas, which it passes over, go through it as words.
 */
const styles = [
  "p[style-name='Title'] => h1.doc-title:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Quotations'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "p[style-name='Preformatted Text'] => pre:separator('\\n')",
  "p[style-name='Horizontal Line'] => hr:fresh",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Source Text'] => code",
  'highlight => mark',
  'u => u',
  // Word has nine levels; the reader knows five, and makes paragraphs of what is deeper.
  ...[6, 7, 8, 9].flatMap((level) => {
    const around = 'ul|ol > li > '.repeat(level - 1)
    return [`p:unordered-list(${level}) => ${around}ul > li:fresh`, `p:ordered-list(${level}) => ${around}ol > li:fresh`]
  }),
]
/**
 * Around a formula on its way: private letters, which no document uses for anything that we could
 * read.
 */
const [begin, beginDisplay, end] = ['\uE0F0', '\uE0F1', '\uE0F2']

/** What this file uses of mammoth. In browsers it reads `arrayBuffer`, in Node `buffer`. */
interface Picture {
  readonly contentType: string
  readonly readAsArrayBuffer: () => Promise<ArrayBuffer>
}

/** @throws FileRefused */
export async function docxText(bytes: Uint8Array<ArrayBuffer>, from: string): Promise<ImportedText> {
  const losses = new Losses()
  const { packed, facts } = repacked(bytes, losses)
  const collector = new PictureCollector()
  const html = await toHtml(packed, collector, losses)
  const withFormulas = html.replace(new RegExp(`[${begin}${beginDisplay}]([^${end}]{0,20000})${end}`, 'gu'), (whole, tex: string) => {
    // It went through as text, so it is escaped as text is; in quotation marks these need escaping
    // too.
    const value = tex.replaceAll('"', '&quot;')
    return whole.startsWith(beginDisplay) ? `<div data-tex="${value}"></div>` : `<span data-tex="${value}"></span>`
  })
  const read = htmlToDoc(withFormulas, { takesTitle: true, collector })
  return importedText(
    { from, title: read.title ?? facts.title, date: null, lang: facts.lang },
    { ...read, dropped: [...losses.list(), ...read.dropped] },
  )
}

async function toHtml(packed: Uint8Array<ArrayBuffer>, collector: PictureCollector, losses: Losses): Promise<string> {
  let count = 0
  const convertImage = mammoth.images.imgElement(async (image: Picture) => {
    count += 1
    const data = new Uint8Array(await image.readAsArrayBuffer())
    const isKnown = /^image\/(?:png|jpeg|gif|webp|avif)$/u.test(image.contentType)
    const src = isKnown ? collector.put(`docx ${count}`, () => ({ bytes: data, type: image.contentType })) : null
    if (src === null) losses.add('picture in a format browsers can’t show', image.contentType)
    return { src: src ?? '' }
  })
  // Its types know either of the two ways in; it takes the one that its build for this place reads.
  const input = { arrayBuffer: packed.buffer, buffer: packed } as unknown as Parameters<typeof mammoth.convertToHtml>[0]
  try {
    const { value, messages } = await mammoth.convertToHtml(input, {
      styleMap: styles,
      convertImage,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
    })
    nameMessages(messages, losses)
    return value
  } catch (error) {
    if (error instanceof FileRefused) throw error
    throw new FileRefused('broken', error instanceof Error ? error.message : '')
  }
}

function repacked(bytes: Uint8Array<ArrayBuffer>, losses: Losses) {
  const parts: Record<string, Uint8Array> = Object.create(null)
  const facts = { title: null as string | null, lang: null as string | null }
  const texts = { document: '', numbering: '' }
  for (const entry of openZip(bytes)) {
    if (
      !/^(?:\[Content_Types\]\.xml|_rels\/|word\/|docProps\/core\.xml)/u.test(entry.name) ||
      /\.(?:bin|ttf|odttf|vml)$/iu.test(entry.name)
    )
      continue
    const data = entry.read()
    if (!/\.(?:xml|rels)$/u.test(entry.name)) {
      parts[entry.name] = data
      continue
    }
    const xml = bytesToText(data)
    if (/<!(?:DOCTYPE|ENTITY)/iu.test(xml)) throw new FileRefused('broken', 'a document type')
    if (entry.name === 'docProps/core.xml') Object.assign(facts, factsOf(xml))
    if (entry.name === 'word/document.xml') texts.document = xml
    if (entry.name === 'word/numbering.xml') texts.numbering = xml
    if (/^word\/(?:header|footer)\d*\.xml$/u.test(entry.name)) namePageParts(xml, losses)
    const changed = /^word\/(?:document|footnotes|endnotes)\.xml$/u.test(entry.name) ? prepared(xml, losses) : xml
    parts[entry.name] = changed === xml ? data : utf8(changed)
  }
  if (!('word/document.xml' in parts)) throw new FileRefused('broken')
  nameLostNumbers(texts.document, texts.numbering, losses)
  // Not packed again: it is read at once.
  return { packed: new Uint8Array(zipSync(parts, { level: 0 })), facts }
}

function prepared(given: string, losses: Losses): string {
  nameLosses(given, losses)
  const xml = readable(given)
  if (!xml.includes('<m:oMath')) return xml
  return replaceFormulas(xml, (tex, isDisplay) => {
    if (tex === '') {
      losses.add('formula')
      return ''
    }
    const text = tex.replace(/[&<>]/gu, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))
    return `<w:r><w:t xml:space="preserve">${isDisplay ? beginDisplay : begin}${text}${end}</w:t></w:r>`
  })
}

function factsOf(xml: string): { title: string | null; lang: string | null } {
  const facts = { title: null as string | null, lang: null as string | null }
  let value = ''
  readXml(xml, {
    open() {
      value = ''
    },
    text(part) {
      value += part
    },
    close(name) {
      if (name === 'dc:title' && value.trim() !== '') facts.title = value.trim()
      if (name === 'dc:language' && value.trim() !== '') facts.lang = value.trim()
      value = ''
    },
  })
  return facts
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

declare const TextEncoder: new () => { encode(text: string): Uint8Array }
