import type { Doc, DocNode } from '../nodes.ts'
import { compareTexts, textBlocks, type Watch } from './compare.ts'
import type { Comparison } from './compared.ts'
import { tokensOf } from './tokens.ts'

/**
 * A text between the two that are compared, or the newer of them, and the place of whoever left it
 * so.
 */
export interface Stage {
  readonly body: Doc
  readonly by: number
}

/** Beyond these nobody is named: it would take too long. */
const maxStages = 12
const maxSize = 3_000_000

/**
 * The comparison of a text with the last of the stages it went through, with whose revision each
 * insertion appeared in. By words: what a second person moved or only formatted stays the first
 * one's.
 */
export function compareStages(before: Doc, stages: readonly Stage[]): Comparison {
  const steps = shownStages(before, stages)
  const last = steps.at(-1)
  if (last === undefined) return compareTexts(before, before)
  if (steps.length === 1) return compareTexts(before, last.body)

  const authors = new WeakMap<DocNode, readonly (number | null)[]>()
  const ofBlock = (block: DocNode): readonly (number | null)[] => authors.get(block) ?? tokensOf(block).map(() => null)
  let from = before
  for (const { body, by } of steps) {
    const watch: Watch = {
      same(old, now) {
        const blocks = textBlocks(now)
        for (const [at, block] of textBlocks(old).entries()) {
          const markdown = blocks[at]
          if (markdown !== undefined) authors.set(markdown, ofBlock(block))
        }
      },
      added(node) {
        for (const block of textBlocks(node)) authors.set(block, tokensOf(block).map(() => by)) // oxfmt-ignore
      },
      text(old, now, kept) {
        const who: (number | null)[] = tokensOf(now).map(() => by)
        const before = ofBlock(old)
        for (const [inOld, inNow] of kept) who[inNow] = before[inOld] ?? null
        authors.set(now, who)
      },
    }
    compareTexts(from, body, { watch })
    from = body
  }
  return compareTexts(before, last.body, { watch: { authors: (block) => authors.get(block) } })
}

/**
 * Those of the stages that a comparison looks at: the last alone where nobody can be told apart, or
 * it would take too long.
 */
export function shownStages(before: Doc, stages: readonly Stage[]): readonly Stage[] {
  const last = stages.at(-1)
  if (last === undefined) return []
  const steps = stages.filter((stage, at) => stage.by !== stages[at + 1]?.by)
  if (steps.length === 1 || steps.length > maxStages) return [last]
  const size = [before, ...steps.map(({ body }) => body)].reduce((sum, doc) => sum + sizeOf(doc), 0)
  return size > maxSize ? [last] : steps
}

function sizeOf(doc: Doc): number {
  return doc.content.reduce((sum, block) => sum + textBlocks(block).reduce((inside, { content = [] }) => inside + content.reduce((length, { text = ' ' }) => length + text.length, 0), 0), 0) // oxfmt-ignore
}
