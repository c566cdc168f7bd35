import { defaultTreeAdapter, parseFragment } from 'parse5'
import { escapeHtml } from '../text/escape.ts'
import { renderDoc } from '../text/render.ts'
import { picturesIn } from './doc-pictures.ts'
import { dayOf, type ExportedText, type PictureOf } from './exported-text.ts'
import { withinFile, type Typeset } from './html-page.ts'
import { isElement, isText, type HtmlNode } from './html-tree.ts'
import { endingOf } from './picture-shelf.ts'
import type { ZipOut } from './zip-out.ts'

export interface EpubFacts {
  readonly title: string
  /** Unique and lasting: an address, or `urn:uuid:…`. */
  readonly identifier: string
  readonly siteOrigin: string
  /** ms since 1970 UTC */
  readonly now: number
}
interface Item {
  readonly id: string
  readonly href: string
  readonly type: string
  readonly properties?: string
}

/** A book of one or more texts: EPUB 3.3 (W3C, read 2026-11-21), a chapter each, with its pictures inside. */
export async function epubOf(
  texts: readonly ExportedText[],
  facts: EpubFacts,
  ports: { readonly pictureOf: PictureOf; readonly typeset: Typeset; readonly zip: ZipOut; readonly onText: (count: number) => void },
): Promise<void> {
  const { pictureOf, typeset, zip, onText } = ports
  const pictures = new Map<string, Item>()
  // First in the archive and not packed, so that readers know the kind of file by its first bytes (OCF 4.2).
  zip.stored('mimetype', new Uint8Array([...'application/epub+zip'].map((sign) => sign.charCodeAt(0))))
  const chapters: (Item & { readonly title: string })[] = []
  for (const [index, text] of texts.entries()) {
    for (const src of picturesIn(text.doc)) {
      const picture = pictures.has(src) ? null : await pictureOf(src)
      if (picture === null) continue
      const item = { id: `p${pictures.size + 1}`, href: `p${pictures.size + 1}.${endingOf(picture.type)}`, type: picture.type }
      pictures.set(src, item)
      zip.stored(`EPUB/${item.href}`, picture.bytes)
    }
    const html = renderDoc(text.doc, { ...typeset, idPrefix: '', rel: '', siteOrigin: facts.siteOrigin, footnotes: 'end' })
    const body = withinFile(html, facts.siteOrigin, (src) => pictures.get(src)?.href ?? null)
    const href = `text-${index + 1}.xhtml`
    const title = text.title || 'Untitled'
    const by = [text.authors.join(', '), text.writtenOn ?? (text.publishedAt === null ? '' : dayOf(text.publishedAt))].filter(
      (part) => part !== '',
    )
    const xhtml = toXhtml(`<h1 dir="auto">${escapeHtml(title)}</h1><p class="byline">${escapeHtml(by.join(', '))}</p>${body}`)
    zip.text(`EPUB/${href}`, page(title, text.lang, text.dir, xhtml))
    const properties = [xhtml.includes('<math') ? 'mathml' : '', /<img [^>]*src="https?:/u.test(xhtml) ? 'remote-resources' : ''].filter(
      (part) => part !== '',
    )
    chapters.push({
      id: `t${index + 1}`,
      href,
      type: 'application/xhtml+xml',
      title,
      ...(properties.length > 0 && { properties: properties.join(' ') }),
    })
    onText(index + 1)
  }
  zip.text('META-INF/container.xml', container)
  zip.text('EPUB/style.css', style)
  zip.text(
    'EPUB/nav.xhtml',
    page(
      facts.title,
      texts[0]?.lang ?? 'en',
      'ltr',
      `<nav epub:type="toc" id="toc"><h1>Contents</h1><ol>${chapters.map(({ href, title }) => `<li><a href="${href}">${escapeHtml(title)}</a></li>`).join('')}</ol></nav>`,
    ),
  )
  zip.text('EPUB/package.opf', packageOf(texts, facts, chapters, [...pictures.values()]))
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
`
const style = `img{max-width:100%}pre{white-space:pre-wrap}.byline,figcaption{font-size:.9em}.anchor{display:none}.fn{vertical-align:super;font-size:.75em}
table{border-collapse:collapse}th,td{border:1px solid;padding:.2em .5em}.num{text-align:right}.center{text-align:center}ul.tasks{list-style:none}
`

function page(title: string, lang: string, dir: string, body: string): string {
  const language = escapeHtml(lang)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}" dir="${dir}">
<head><title>${escapeHtml(title)}</title><link rel="stylesheet" href="style.css"/></head>
<body>${body}</body>
</html>
`
}

function packageOf(texts: readonly ExportedText[], facts: EpubFacts, chapters: readonly Item[], pictures: readonly Item[]): string {
  const item = ({ id, href, type, properties }: Item): string =>
    `<item id="${id}" href="${href}" media-type="${type}"${properties === undefined ? '' : ` properties="${properties}"`}/>`
  const authors = [...new Set(texts.flatMap((text) => text.authors))]
  const [first] = texts
  const date =
    first === undefined || texts.length > 1 ? null : (first.writtenOn ?? (first.publishedAt === null ? null : dayOf(first.publishedAt)))
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escapeHtml(facts.identifier)}</dc:identifier>
<dc:title>${escapeHtml(facts.title)}</dc:title>
<dc:language>${escapeHtml(first?.lang ?? 'en')}</dc:language>
${authors.map((name) => `<dc:creator>${escapeHtml(name)}</dc:creator>\n`).join('')}${date === null ? '' : `<dc:date>${date}</dc:date>\n`}<meta property="dcterms:modified">${new Date(facts.now).toISOString().slice(0, 19)}Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${[...chapters, ...pictures].map(item).join('\n')}
</manifest>
<spine>
${chapters.map(({ id }) => `<itemref idref="${id}"/>`).join('\n')}
</spine>
</package>
`
}

const voidTags: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col', 'source'])
/** What helps a page on the web load, and means nothing in a book. */
const webOnly: ReadonlySet<string> = new Set(['loading', 'decoding', 'tabindex', 'rel'])

/** HTML as XML: every tag closed, every attribute with a value, formulas in their namespace. */
export function toXhtml(html: string): string {
  const write = (nodes: readonly HtmlNode[]): string =>
    nodes
      .map((node) => {
        if (isText(node)) return escapeHtml(node.value)
        if (!isElement(node)) return ''
        const own = node.attrs.filter(({ name }) => !webOnly.has(name) && name !== 'xmlns' && /^[a-z][\w:-]*$/iu.test(name))
        const attrs = own
          .map(({ name, value }) => ` ${name}="${escapeHtml(value === '' && /^(?:checked|disabled|open)$/u.test(name) ? name : value)}"`)
          .join('')
        const space = node.tagName === 'math' ? ' xmlns="http://www.w3.org/1998/Math/MathML"' : ''
        return voidTags.has(node.tagName)
          ? `<${node.tagName}${attrs}/>`
          : `<${node.tagName}${space}${attrs}>${write(node.childNodes)}</${node.tagName}>`
      })
      .join('')
  return write(parseFragment(html, { treeAdapter: defaultTreeAdapter }).childNodes)
}
