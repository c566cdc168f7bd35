import { attrText, childrenOf, type Doc, type DocNode } from '#shared/text/nodes.ts'

/**
 * In characters: so much is drawn in about ten milliseconds where nothing is warm yet. A formula's
 * or a program's counts as ten.
 */
const maxDrawnHere = 60_000
const setTimes = 10

/**
 * Whether drawing a text keeps others waiting: then it goes to a thread. Looks at the beginning of
 * a long text alone.
 */
export function isCostlyToDraw({ content }: Doc): boolean {
  let left = maxDrawnHere
  const spend = (node: DocNode, times: number): void => {
    if (left < 0) return
    left -= (node.text?.length ?? 0) * times + attrText(node, 'tex').length * setTimes
    const isCode = node.type === 'codeBlock' && attrText(node, 'language') !== ''
    for (const child of childrenOf(node)) spend(child, isCode ? setTimes : times)
  }
  for (const node of content) spend(node, 1)
  return left < 0
}
