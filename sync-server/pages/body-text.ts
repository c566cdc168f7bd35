import type { PageData } from '#shared/pages/page-data.ts'
import type { RenderOptions } from '#shared/text/render.ts'
import type { BodyText } from './page-renderer.ts'
import { drawInThread, drawMarkdownInThread } from '#server/parsing/parsing.ts'

/**
 * Loads what turns bodies into HTML and Markdown. Late: maths and highlighting weigh several
 * megabytes that an idle server does not need.
 */
export function lazyBodyText(siteOrigin: () => string): () => Promise<BodyText> {
  let loaded: Promise<BodyText> | null = null
  return () => (loaded ??= load(siteOrigin))
}

async function load(siteOrigin: () => string): Promise<BodyText> {
  const [{ renderDoc }, { docToMarkdown }, { typeset, withinText }] = await Promise.all([
    import('#shared/text/render.ts'),
    import('#shared/text/markdown-out.ts'),
    import('./typeset.ts'),
  ])
  const set = typeset()
  return {
    html: (doc, options) => renderDoc(doc, { ...renderOptions(options, siteOrigin()), ...withinText(set) }),
    longHtml: (doc, options) => drawInThread({ doc, options: renderOptions(options, siteOrigin()) }),
    preview: (markdown, options) =>
      drawMarkdownInThread({ markdown, profile: options.profile, options: renderOptions(options, siteOrigin()) }),
    markdown: (doc) => docToMarkdown(doc),
  }
}

function renderOptions(
  { idPrefix, profile, trusted, pollsOf, sideNotes = true }: Parameters<PageData['html']>[1],
  siteOrigin: string,
): Omit<RenderOptions, 'math' | 'highlight'> {
  return {
    idPrefix,
    // Links of people whom nobody has vetted are no recommendation to search engines (safety.md
    // T16).
    rel: trusted ? 'noopener' : 'ugc nofollow noopener',
    siteOrigin,
    pollsOf,
    footnotes: profile === 'essay' && sideNotes ? 'sides-and-end' : 'end',
  }
}
