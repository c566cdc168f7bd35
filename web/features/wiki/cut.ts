import type { Doc } from '#shared/text/schema.ts'

/** content.md 9.3 */
const usualParagraphs = 4
/** The style sheet can hide what comes after so many blocks. */
const maxBlocksCut = 12

/**
 * How many of a text's blocks stand above "Read more", so that readers come to the posts below. A
 * heading never stands last.
 * @param paragraphs as its editors set it; 0: as everywhere.
 * @returns `null`: all of them, for there would be little left to read.
 */
export function blocksShown(doc: Doc, paragraphs: number): number | null {
  const wanted = paragraphs > 0 ? paragraphs : usualParagraphs
  const blocks = doc.content.filter(({ type }) => type !== 'footnotes')
  let seen = 0
  let shown = 0
  for (const { type } of blocks) {
    if (seen === wanted) break
    shown += 1
    if (type !== 'heading' && type !== 'horizontalRule') seen += 1
  }
  const isWorthIt = blocks.length - shown >= 2 && shown <= maxBlocksCut
  return isWorthIt ? shown : null
}
