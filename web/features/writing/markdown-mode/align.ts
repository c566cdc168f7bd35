import { alignBlocks } from '#shared/text/compare/align-blocks.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { nameOfBlock } from '#shared/text/nodes.ts'
import { withoutOuterSpacesIn } from '#shared/text/outer-spaces.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/**
 * Gives a text that was read from Markdown the names of its blocks, which Markdown cannot say, by
 * what they were before. Names are what revisions, comments and co-authors' changes hold on to. A
 * block that says what it said keeps the white space at its ends as well, which is not shown.
 */
export function named(text: Doc, before: Doc): Doc {
  const names = new Map<number, string>()
  const same = new Map<number, DocNode>()
  for (const step of alignBlocks(before.content, text.content)) {
    if (step.kind !== 'pair') continue
    const [from, to] = [before.content[step.a], text.content[step.b]]
    const name = nameOfBlock(from)
    if (name !== null && from?.type === to?.type) names.set(step.b, name)
    if (from !== undefined && to !== undefined && isTrimmed(to, from)) same.set(step.b, from)
  }
  return { ...text, content: text.content.map((block, at) => same.get(at) ?? withName(block, names.get(at))) }
}

const isTrimmed = (block: DocNode, before: DocNode): boolean =>
  isSameJson(withName(block, undefined), withName(withoutOuterSpacesIn(before), undefined))

function withName(block: DocNode, id: string | undefined): DocNode {
  const { id: _none, ...rest } = block.attrs ?? {}
  const attrs = id === undefined ? rest : { ...rest, id }
  const { attrs: _before, ...bare } = block
  return Object.keys(attrs).length === 0 ? bare : { ...bare, attrs }
}
