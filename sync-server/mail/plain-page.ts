/**
 * The few pages that are made without React: the inbox of development, the end of mails, what
 * programs are offered.
 */
import { escapeHtml } from '#shared/text/escape.ts'
import { links } from '#shared/links.ts'

interface PlainPage {
  readonly title: string
  readonly siteName: string
  /** HTML. */
  readonly main: string
  /** HTML, more of the head. */
  readonly head?: string
}

/**
 * A whole document in the site's colours (`public/plain.css`); titles and names are escaped here.
 */
export function plainPage({ title, siteName, main, head = '' }: PlainPage): string {
  const name = escapeHtml(siteName)
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)} · ${name}</title>` +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
    `<link rel="icon" href="/icons/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css">${head}</head>` +
    `<body><header><a href="${links.front()}">${name}</a></header><main><h1>${escapeHtml(title)}</h1>${main}</main></body></html>`
  )
}
