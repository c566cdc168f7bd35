import type { Doc } from '../text/schema.ts'

/** A text as pages: a ruler between two blocks ends one. */
export function pagesOf(doc: Doc): readonly Doc[] {
  const pages: Doc['content'][number][][] = [[]]
  for (const block of doc.content) {
    if (block.type === 'horizontalRule') pages.push([])
    else pages.at(-1)?.push(block)
  }
  return pages.map((content) => ({ ...doc, content }))
}
