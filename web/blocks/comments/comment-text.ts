import type { Doc } from '#shared/text/schema.ts'
import { escapeHtml } from '#shared/text/escape.ts'

interface CommentText {
  /** @throws RangeError when it is too long. */
  readonly docOf: (markdown: string) => Doc
  readonly markdownOf: (doc: Doc) => string
  /** Maths and code stand as typed until the server's rendering comes. */
  readonly htmlOf: (commentId: string, doc: Doc) => string
}

/**
 * Turns Markdown into checked JSON and that into HTML, on the device. A chunk of its own, fetched
 * when somebody begins to write.
 */
export async function commentText(): Promise<CommentText> {
  const [{ markdownToDoc }, { docToMarkdown }, { renderDoc }] = await Promise.all([
    import('#shared/text/markdown-in.ts'),
    import('#shared/text/markdown-out.ts'),
    import('#shared/text/render.ts'),
  ])
  return {
    docOf: (markdown) => markdownToDoc(markdown, 'comment').doc,
    markdownOf: docToMarkdown,
    htmlOf: (commentId, doc) =>
      renderDoc(doc, {
        idPrefix: `${commentId}-`,
        math: (tex) => `<code>${escapeHtml(tex)}</code>`,
        highlight: (code) => escapeHtml(code),
        rel: 'ugc nofollow noopener',
        siteOrigin: location.origin,
        footnotes: 'end',
      }),
  }
}
