import type { TwinData, TwinPage } from './twin.ts'
import { htmlToDoc } from '#shared/formats/html-in.ts'
import { parts, standalone, words } from './markdown.ts'
import { page } from './twin.ts'

/** The text of a page of the product's own, read back from its HTML. */
export function twinOfHtml(data: TwinData, path: string, html: string): TwinPage {
  const { doc, title } = htmlToDoc(html, { takesTitle: true, siteOrigin: data.site.origin, base: data.site.origin + path })
  return page(path, parts(`# ${words(title ?? data.site.name)}`, data.markdown(standalone(doc, data.site.origin))))
}
