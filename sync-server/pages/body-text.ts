import type { BodyText } from './page-renderer.ts'

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
    html: (doc, { idPrefix, profile, trusted, pollsOf, sideNotes = true }) =>
      renderDoc(doc, {
        idPrefix,
        ...withinText(set),
        // Links of people whom nobody has vetted are no recommendation to search engines (safety.md
        // T16).
        rel: trusted ? 'noopener' : 'ugc nofollow noopener',
        siteOrigin: siteOrigin(),
        pollsOf,
        footnotes: profile === 'essay' && sideNotes ? 'sides-and-end' : 'end',
      }),
    markdown: (doc) => docToMarkdown(doc),
  }
}
