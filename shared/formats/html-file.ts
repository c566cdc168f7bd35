import { htmlToDoc } from './html-in.ts'
import { attr, closest, detach, elementsIn, find, hasClass, textIn, type Element, type Parent } from './html-tree.ts'
import { importedText, type ImportedText } from './imported-text.ts'
import type { PictureBytes } from './picture-collector.ts'

/**
 * A saved page, a word processor's or our own HTML, a post of a Medium archive. @throws FileRefused
 */
export function htmlText(html: string, from: string, fileAt: (src: string) => PictureBytes | null, siteOrigin: string): ImportedText {
  const said: { date: string | null; tags: readonly string[]; title: string | null; link: string | null; kind: string | null } = {
    date: null,
    tags: [],
    title: null,
    link: null,
    kind: null,
  }
  const read = htmlToDoc(html, {
    takesTitle: true,
    fileAt,
    siteOrigin,
    prepare(page) {
      const meta = (name: string): string | null => {
        const found = find(page, (element) => element.tagName === 'meta' && (attr(element, 'name') ?? attr(element, 'property')) === name)
        return found === null ? null : attr(found, 'content')
      }
      said.date = meta('dcterms.created') ?? meta('article:published_time')
      // Elsewhere these words are for search engines.
      if (meta('generator') === 'Lyceum') said.tags = (meta('keywords') ?? '').split(',')
      said.kind = meta('lyceum:kind')
      said.link = meta('lyceum:link')
      if (isGoogle(page))
        for (const element of [...elementsIn(page)]) if (/^(?:banners|header|footer)$/u.test(attr(element, 'id') ?? '')) detach(element)
      if (isMedium(page)) said.date = mediumPost(page) ?? said.date
    },
  })
  const title = read.title === null && from.startsWith('http') ? '' : read.title
  return importedText({ from, title, date: said.date, tags: said.tags, lang: read.lang, kind: said.kind, linkUrl: said.link }, read)
}

/** A document that was published to the web has Google's words around it. */
function isGoogle(page: Parent): boolean {
  return find(page, (element) => element.tagName === 'div' && hasClass(element, 'doc-content')) !== null
}

function isMedium(page: Parent): boolean {
  return find(page, (element) => element.tagName === 'article' && hasClass(element, 'h-entry')) !== null
}

/**
 * Medium repeats title and subtitle in the text and signs below it. Gives the day it was published.
 */
function mediumPost(page: Parent): string | null {
  const time = find(page, (element) => element.tagName === 'time' && hasClass(element, 'dt-published'))
  const date = time === null ? null : attr(time, 'datetime')
  const title = find(page, (element) => hasClass(element, 'p-name'))
  const words = title === null ? '' : textIn(title).trim()
  const goes = (element: Element): boolean =>
    (element.tagName === 'footer' && closest(element, ({ tagName }) => tagName === 'article') !== null) ||
    attr(element, 'data-field') === 'subtitle' ||
    (hasClass(element, 'graf--title') && textIn(element).trim() === words) ||
    hasClass(element, 'section-divider')
  for (const element of [...elementsIn(page)].filter(goes)) detach(element)
  return date
}
