import { alignBlocks } from '#shared/text/compare/align-blocks.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { nameOfBlock } from '#shared/text/nodes.ts'

/**
 * Gives a text that was read from Markdown the names of its blocks, which Markdown cannot say, by what they were before. Names are what revisions,
 * comments and co-authors' changes hold on to.
 */
export function named(text: Doc, before: Doc): Doc {
  const names = new Map<number, string>()
  for (const step of alignBlocks(before.content, text.content)) {
    if (step.kind !== 'pair') continue
    const [from, to] = [before.content[step.a], text.content[step.b]]
    const name = nameOfBlock(from)
    if (name !== null && from?.type === to?.type) names.set(step.b, name)
  }
  return { ...text, content: text.content.map((block, at) => withName(block, names.get(at))) }
}

function withName(block: DocNode, id: string | undefined): DocNode {
  const { id: _none, ...rest } = block.attrs ?? {}
  const attrs = id === undefined ? rest : { ...rest, id }
  const { attrs: _before, ...bare } = block
  return Object.keys(attrs).length === 0 ? bare : { ...bare, attrs }
}
