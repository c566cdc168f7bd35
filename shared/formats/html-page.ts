import { escapeHtml } from '../text/escape.ts'
import { renderDoc, type RenderOptions } from '../text/render.ts'
import { toBase64 } from './base64.ts'
import { dayOf, type ExportedText, type PictureAt } from './exported-text.ts'

/** How formulas and code are set is given, since both need packages of their own. */
export type Typeset = Pick<RenderOptions, 'math' | 'highlight'>

/**
 * Serif for reading, notes and addresses of links where it is printed; its policy lets it load
 * nothing at all.
 */
const style = `:root{color-scheme:light dark}body{margin:0 auto;max-width:42rem;padding:2rem 1rem;font:1.1rem/1.6 Georgia,serif;overflow-wrap:break-word}
h1,h2,h3,h4{line-height:1.25}img{max-width:100%;height:auto}figure{margin:1.5rem 0}figcaption,.byline{font-size:.9rem;opacity:.8}
pre,.scroll,.math{overflow-x:auto}pre{padding:.75rem;border:1px solid #8886;font-size:.9rem}code{font-family:ui-monospace,monospace}
table{border-collapse:collapse}th,td{border:1px solid #8886;padding:.25rem .6rem}.num{text-align:right}.center{text-align:center}
blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid #8886}.anchor{display:none}.fn{vertical-align:super;font-size:.75em}
ul.tasks{list-style:none;padding-inline-start:.5rem}.endnotes{margin-top:3rem;border-top:1px solid #8886;font-size:.9rem}
@media print{body{max-width:none;font-size:11pt}a[href^="http"]:not(.embed)::after{content:" (" attr(href) ")";font-size:.8em}
.fn::after,.endnotes a[href^="#"]{content:none}details::details-content{content-visibility:visible;display:block}h1,h2,h3,h4{break-after:avoid}figure,pre,tr{break-inside:avoid}}`

/** One file that needs nothing beside it: readable, printable, and read back by htmlToDoc. */
export function htmlPage(text: ExportedText, pictureAt: PictureAt, typeset: Typeset, siteOrigin: string): string {
  const { title, authors, lang, dir, tags, kind, linkUrl, address } = text
  const meta = (name: string, content: string | null): string =>
    content === null || content === '' ? '' : `<meta name="${name}" content="${escapeHtml(content)}">\n`
  const facts = [
    authors.length === 0 ? '' : `By ${authors.map((name) => `<bdi>${escapeHtml(name)}</bdi>`).join(', ')}`,
    text.writtenOn ?? (text.publishedAt === null ? 'Draft' : dayOf(text.publishedAt)),
    address === null ? '' : `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`,
  ].filter((fact) => fact !== '')
  return `<!doctype html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(title)}</title>
${meta('generator', 'Lyceum')}${meta('author', authors.join(', '))}${meta('keywords', tags.join(','))}${meta('dcterms.created', text.writtenOn)}${kind === 'post' ? '' : meta('lyceum:kind', kind)}${meta('lyceum:link', linkUrl)}<style>${style}</style>
</head>
<body>
<article>
<header class="exported-head"><h1 dir="auto">${escapeHtml(title)}</h1><p class="byline">${facts.join(' · ')}</p></header>
${textHtml(text, pictureAt, typeset, siteOrigin)}
</article>
</body>
</html>
`
}

function textHtml({ doc }: ExportedText, pictureAt: PictureAt, typeset: Typeset, siteOrigin: string): string {
  const html = renderDoc(doc, { ...typeset, idPrefix: '', rel: 'noopener', siteOrigin, footnotes: 'end' })
  return withinFile(html, siteOrigin, (src) => {
    const picture = pictureAt(src)
    return picture === null ? null : `data:${picture.type};base64,${toBase64(picture.bytes)}`
  })
}

/**
 * The renderer writes every tag itself, and escapes what stands in attributes: so these patterns
 * find its tags and nothing else.
 */
export function withinFile(html: string, siteOrigin: string, pictureAt: (src: string) => string | null): string {
  return html
    .replace(/<img src="([^"]*)" alt="([^"]*)"(?: srcset="[^"]*" sizes="[^"]*")?/gu, (_whole, src: string, alt: string) => {
      // Widths are the site's: a file has the picture once.
      return `<img src="${pictureAt(unescaped(src)) ?? absolute(src, siteOrigin)}" alt="${alt}"`
    })
    .replace(
      /(<a(?: class="[\w -]*")?) href="(\/[^"]*)"/gu,
      (_whole, start: string, href: string) => `${start} href="${absolute(href, siteOrigin)}"`,
    )
}

function absolute(path: string, siteOrigin: string): string {
  return path.startsWith('/') ? `${escapeHtml(siteOrigin)}${path}` : path
}

export function unescaped(text: string): string {
  return text.replace(
    /&(?:lt|gt|quot|#39|amp);/gu,
    (entity) => ({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' })[entity] ?? entity,
  )
}
