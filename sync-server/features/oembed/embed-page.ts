/**
 * A post as another site frames it: title, who wrote it, how it begins. No script, nothing to load,
 * no cookie is read.
 */
import { createHash } from 'node:crypto'
import type { PreviewCard, SiteFacts } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { escapeHtml } from '#shared/text/escape.ts'

type PostCard = Extract<PreviewCard, { readonly kind: 'post' }>

// The text stands in a column: what has no room begins a second one, out of sight, so that no line
// is cut in half.
const style = `
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #23211d; --soft: #5f5c54; --line: #e4e1d9; --accent: #1f6f54 }
@media (prefers-color-scheme: dark) { :root { --paper: #171614; --ink: #e6e2d8; --soft: #a8a297; --line: #34312c; --accent: #74c5a3 } }
* { box-sizing: border-box }
html { height: 100% }
body { margin: 0; height: 100%; background: var(--paper); color: var(--ink); font: 1rem/1.5 Georgia, "Noto Serif", serif }
article { display: flex; flex-direction: column; gap: 6px; height: 100%; padding: 16px 20px; border: 1px solid var(--line); border-radius: 6px; overflow: hidden }
h1 { margin: 0; font-size: 1.3rem; line-height: 1.25; overflow-wrap: anywhere; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; flex: none }
a { color: inherit; text-decoration: none }
a:hover, a:focus-visible { text-decoration: underline; text-underline-offset: 3px }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
p { margin: 0; flex: none }
.by, footer { color: var(--soft); font: 0.875rem/1.4 system-ui, "Segoe UI", Roboto, sans-serif }
.text { flex: 1 1 0; min-height: 0; columns: 1; column-fill: auto; overflow: hidden; overflow-wrap: anywhere }
footer { display: flex; flex-wrap: wrap; gap: 4px 16px; flex: none }
footer a { color: var(--accent); font-weight: 600 }
@media (max-height: 200px) { article { gap: 2px; padding: 10px 14px } h1 { font-size: 1.1rem; -webkit-line-clamp: 2 } h1 ~ .text { display: none } footer { margin-top: auto } }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/**
 * Framed by whoever wants to; in it nothing runs, nothing is sent, and links open beside the page
 * that frames it.
 */
export const embedPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

export function embedPage(card: PostCard, site: SiteFacts): string {
  const url = escapeHtml(`${site.origin}${card.url}`)
  const open = 'target="_blank" rel="noopener"'
  const authors = card.authors.map(({ name }) => `<bdi>${escapeHtml(name)}</bdi>`).join(', ')
  const date =
    card.publishedAt === null
      ? ''
      : ` · <time datetime="${new Date(card.publishedAt).toISOString()}">${day.format(card.publishedAt)}</time>`
  const comments = card.commentCount === 1 ? '1 comment' : `${card.commentCount} comments`
  return documentOf(
    card.title,
    `<link rel="canonical" href="${url}">\n`,
    `<h1 dir="auto" lang="${escapeHtml(card.lang)}"><a href="${url}" ${open}>${escapeHtml(card.title)}</a></h1>
<p class="by">${authors}${date} · ${card.minutes} min read</p>
<p class="text" dir="auto" lang="${escapeHtml(card.lang)}">${escapeHtml(card.text)}</p>
<footer><a href="${url}" ${open}>Read on ${escapeHtml(site.name)}</a><span>${comments}</span></footer>`,
  )
}

/** In the frame of a page that was made while it was still there. */
export function embedMissing(site: SiteFacts): string {
  const front = escapeHtml(`${site.origin}${links.front()}`)
  return documentOf(
    site.name,
    '',
    `<p class="text">Post not found. It may have been deleted.</p>
<footer><a href="${front}" target="_blank" rel="noopener">${escapeHtml(site.name)}</a></footer>`,
  )
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function documentOf(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${head}<style>${style}</style>
</head>
<body>
<article>
${body}
</article>
</body>
</html>
`
}
