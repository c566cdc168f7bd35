import { defaultTreeAdapter, parseFragment } from 'parse5'
import { escapeHtml } from '../text/escape.ts'
import { renderDoc } from '../text/render.ts'
import { picturesIn } from './doc-pictures.ts'
import { dayOf, type ExportedText, type PictureOf } from './exported-text.ts'
import { withinFile, type Typeset } from './html-page.ts'
import { isElement, isText, type HtmlNode } from './html-tree.ts'
import { endingOf } from './picture-collector.ts'
import type { ZipOut } from './zip-out.ts'

export interface EpubFacts {
  readonly title: string
  /** Unique and lasting: an address, or `urn:uuid:…`. */
  readonly identifier: string
  readonly siteOrigin: string
  /** ms since 1970 UTC */
  readonly now: number
  /** Address of a picture of this site for its cover. */
  readonly cover?: string | null
  /** Ids of the posts that come: links to them lead to their place in the book. */
  readonly postIds?: ReadonlySet<string>
}

/**
 * @property part what stands in the contents above this text and those after it of the same part;
 *   `''`: nothing.
 */
export interface BookText extends ExportedText {
  readonly part?: string
}

interface Item {
  readonly id: string
  readonly href: string
  readonly type: string
  readonly properties?: string
}

/**
 * A book of one or more texts, taken one by one: EPUB 3.3 (W3C, read 2026-11-21), a chapter each,
 * with its pictures inside.
 */
export async function epubOf(
  texts: Iterable<BookText> | AsyncIterable<BookText>,
  facts: EpubFacts,
  ports: { readonly pictureOf: PictureOf; readonly typeset: Typeset; readonly zip: ZipOut; readonly onText: (count: number) => void },
): Promise<void> {
  const { pictureOf, typeset, zip, onText } = ports
  const pictures = new Map<string, Item>()
  const keepPicture = async (src: string, properties?: string): Promise<void> => {
    const picture = pictures.has(src) ? null : await pictureOf(src)
    if (picture === null) return
    const id = `p${pictures.size + 1}`
    const item = { id, href: `${id}.${endingOf(picture.type)}`, type: picture.type, ...(properties !== undefined && { properties }) }
    pictures.set(src, item)
    zip.stored(`EPUB/${item.href}`, picture.bytes)
  }
  // First in the archive and not packed, so that readers know the kind of file by its first bytes
  // (OCF 4.2).
  zip.stored('mimetype', new Uint8Array([...'application/epub+zip'].map((sign) => sign.charCodeAt(0))))
  if (typeof facts.cover === 'string') await keepPicture(facts.cover, 'cover-image')
  const chapters: Chapter[] = []
  const authors = new Set<string>()
  const days: (string | null)[] = []
  let lang: string | null = null
  for await (const text of texts) {
    for (const src of picturesIn(text.doc)) await keepPicture(src)
    const html = renderDoc(text.doc, { ...typeset, idPrefix: '', rel: '', siteOrigin: facts.siteOrigin, footnotes: 'end' })
    const inBook = withinBook(html, facts)
    const body = withinFile(inBook, facts.siteOrigin, (src) => pictures.get(src)?.href ?? null)
    const href = hrefOf(text.id)
    const title = text.title || 'Untitled'
    const day = text.writtenOn ?? (text.publishedAt === null ? null : dayOf(text.publishedAt))
    const xhtml = toXhtml(`<h1 dir="auto">${escapeHtml(title)}</h1>${byline(text, day)}${body}`)
    zip.text(`EPUB/${href}`, page(title, text.lang, text.dir, xhtml))
    const properties = [xhtml.includes('<math') ? 'mathml' : '', /<img [^>]*src="https?:/u.test(xhtml) ? 'remote-resources' : ''].filter(
      (part) => part !== '',
    )
    lang ??= text.lang
    days.push(day)
    for (const author of text.authors) authors.add(author)
    chapters.push({
      id: `t${chapters.length + 1}`,
      href,
      type: 'application/xhtml+xml',
      title,
      part: text.part ?? '',
      ...(properties.length > 0 && { properties: properties.join(' ') }),
    })
    onText(chapters.length)
  }
  const contents = `<nav epub:type="toc" id="toc"><h1>Contents</h1>${contentsList(chapters)}</nav>`
  zip.text('META-INF/container.xml', container)
  zip.text('EPUB/style.css', style)
  zip.text('EPUB/nav.xhtml', page(facts.title, lang ?? 'en', 'ltr', contents))
  const [only = null] = days.length === 1 ? days : []
  zip.text('EPUB/package.opf', packageOf({ facts, lang: lang ?? 'en', authors: [...authors], day: only }, chapters, [...pictures.values()]))
}

interface Chapter extends Item {
  readonly title: string
  readonly part: string
}

const hrefOf = (textId: string): string => `text-${textId}.xhtml`

/** Who and when, and where it is talked about. */
function byline({ authors, address }: BookText, day: string | null): string {
  const link = address === null ? [] : [`<a href="${escapeHtml(address)}">${escapeHtml(new URL(address).host)}</a>`]
  const facts = [...authors.map(escapeHtml), ...(day === null ? [] : [day]), ...link]
  return facts.length === 0 ? '' : `<p class="byline">${facts.join(', ')}</p>`
}

/**
 * By the address of a post, alone or in a sequence; not of a comment under it, nor with anything
 * asked for.
 */
const toPost = /^\/(?:posts|s\/[0-9a-z]{26}\/p)\/([0-9a-z]{26})(?:\/[^?#]*)?(?:#(?![0-9a-z]{26}$).*)?$/u

/** Links to posts that are in the book lead to their place in it. */
function withinBook(html: string, { postIds, siteOrigin }: EpubFacts): string {
  if (postIds === undefined) return html
  return html.replace(/(<a(?: class="[\w -]*")?) href="([^"]*)"/gu, (whole, start: string, href: string) => {
    const path = href.startsWith(`${siteOrigin}/`) ? href.slice(siteOrigin.length) : href
    const id = toPost.exec(path)?.[1]
    return id !== undefined && postIds.has(id) ? `${start} href="${hrefOf(id)}"` : whole
  })
}

/** Texts of one part stand below its name. */
function contentsList(chapters: readonly Chapter[]): string {
  const lines: string[] = []
  for (let at = 0; at < chapters.length;) {
    const { part } = chapters[at] ?? { part: '' }
    const end = chapters.findIndex((chapter, index) => index > at && chapter.part !== part)
    const own = chapters.slice(at, end === -1 ? undefined : end)
    const links = own.map(({ href, title }) => `<li><a href="${href}">${escapeHtml(title)}</a></li>`).join('')
    lines.push(part === '' ? links : `<li><span>${escapeHtml(part)}</span><ol>${links}</ol></li>`)
    at += own.length
  }
  return `<ol>${lines.join('')}</ol>`
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

interface About {
  readonly facts: EpubFacts
  readonly lang: string
  readonly authors: readonly string[]
  /** `2026-11-21`, of a book with one text. */
  readonly day: string | null
}

function packageOf({ facts, lang, authors, day }: About, chapters: readonly Item[], pictures: readonly Item[]): string {
  const item = ({ id, href, type, properties }: Item): string =>
    `<item id="${id}" href="${href}" media-type="${type}"${properties === undefined ? '' : ` properties="${properties}"`}/>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escapeHtml(facts.identifier)}</dc:identifier>
<dc:title>${escapeHtml(facts.title)}</dc:title>
<dc:language>${escapeHtml(lang)}</dc:language>
${authors.map((name) => `<dc:creator>${escapeHtml(name)}</dc:creator>\n`).join('')}${day === null ? '' : `<dc:date>${day}</dc:date>\n`}<meta property="dcterms:modified">${new Date(facts.now).toISOString().slice(0, 19)}Z</meta>
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
