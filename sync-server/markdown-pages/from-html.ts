import type { MarkdownData, RenderedMarkdown } from './markdown-page.ts'
import { htmlToDoc } from '#shared/formats/html-in.ts'
import { parts, standalone, words } from './markdown.ts'
import { page } from './markdown-page.ts'

/** The text of a page of the product's own, read back from its HTML. */
export function markdownOfHtml(data: MarkdownData, path: string, html: string): RenderedMarkdown {
  const { doc, title } = htmlToDoc(html, { takesTitle: true, siteOrigin: data.site.origin, base: data.site.origin + path })
  return page(path, parts(`# ${words(title ?? data.site.name)}`, data.markdown(standalone(doc, data.site.origin))))
}
