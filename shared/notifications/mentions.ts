import { attrText, childrenOf, type Doc, type DocNode } from '../text/nodes.ts'

/**
 * content.md 14: at most so many members are notified of one text, by an author with so much karma;
 * and so many a day, however often texts are edited.
 */
export const mentionLimits = { perText: 10, minKarma: 1, perDay: 50 } as const

/** Slugs of the members that a text mentions, in order of reading, each once; the first ten. */
export function mentionedSlugs(doc: Doc): readonly string[] {
  const found = new Set<string>()
  const visit = (node: DocNode): void => {
    if (found.size >= mentionLimits.perText) return
    if (node.type === 'mention' && attrText(node, 'kind') === 'member') found.add(attrText(node, 'id'))
    else childrenOf(node).forEach(visit)
  }
  doc.content.forEach(visit)
  return [...found]
}
