import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { nameOfBlock } from '#shared/text/nodes.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/** A text as it was when both sides last had the same, as each made it, and as it is now. */
export interface Sides {
  readonly base: Doc
  readonly mine: Doc
  readonly theirs: Doc
  readonly merged: Doc
}

/** A block that both sides changed, each in its own way. `null`: it is not there. */
export interface Clash {
  readonly id: string
  readonly base: DocNode
  readonly mine: DocNode | null
  readonly theirs: DocNode | null
  readonly merged: DocNode | null
  /** Names of the blocks that stood before it, nearest first: where it goes back to. */
  readonly preceding: readonly string[]
}

/**
 * By the names of blocks, which they keep through edits; one without a name cannot be told from
 * another. In the order of the text as it was.
 */
export function clashesOf({ base, mine, theirs, merged }: Sides): readonly Clash[] {
  const [ofMine, ofTheirs, ofMerged] = [blocksOf(mine), blocksOf(theirs), blocksOf(merged)]
  const names = [...blocksOf(base).keys()]
  return [...blocksOf(base)].flatMap(([id, block], at) => {
    const preceding = names.slice(0, at).toReversed()
    const clash = {
      id,
      base: block,
      mine: ofMine.get(id) ?? null,
      theirs: ofTheirs.get(id) ?? null,
      merged: ofMerged.get(id) ?? null,
      preceding,
    }
    const isClash = !isSame(clash.mine, block) && !isSame(clash.theirs, block) && !isSame(clash.mine, clash.theirs)
    return isClash ? [clash] : []
  })
}

function blocksOf({ content }: Doc): ReadonlyMap<string, DocNode> {
  return new Map(
    content.flatMap((block) => {
      const id = nameOfBlock(block)
      return id === null ? [] : [[id, block] as const]
    }),
  )
}

// Canonical: keys stand in one order.
const isSame = (a: DocNode | null, b: DocNode | null): boolean => isSameJson(a, b)
