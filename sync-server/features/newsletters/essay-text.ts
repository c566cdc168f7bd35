import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { absolute } from '#server/feeds/absolute.ts'

/** An essay as a mail holds it, the same for all its readers. */
export interface EssayText {
  readonly html: string
  readonly markdown: string
}

/**
 * The whole text. A mail program opens nothing and sets no formulas: spoilers stay on the site, and
 * TeX is shown as it was typed. Late: what turns bodies into HTML weighs something.
 */
export async function essayText(doc: Doc, origin: string): Promise<EssayText> {
  const [{ renderDoc }, { docToMarkdown }] = await Promise.all([import('#shared/text/render.ts'), import('#shared/text/markdown-out.ts')])
  const shown: Doc = { ...doc, content: doc.content.map(withoutSpoilers) }
  const html = renderDoc(shown, {
    idPrefix: '',
    math: (tex) => `<code>${escapeHtml(tex)}</code>`,
    highlight: (code) => escapeHtml(code),
    rel: 'noopener',
    siteOrigin: origin,
    footnotes: 'end',
  })
  return { html: absolute(html, origin), markdown: docToMarkdown(shown) }
}

const sign: DocNode = { type: 'paragraph', content: [{ type: 'text', text: '(Spoiler: open it on the site.)' }] }

function withoutSpoilers(node: DocNode): DocNode {
  if (node.type === 'spoiler') return sign
  return node.content === undefined ? node : { ...node, content: node.content.map(withoutSpoilers) }
}
