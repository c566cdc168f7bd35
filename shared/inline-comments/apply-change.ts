/**
 * Takes a proposed change over into a text that may have gone on since: words that both changed are
 * merged, nothing is overwritten.
 */
import type { Doc, DocNode } from '../text/nodes.ts'
import type { Change } from './change.ts'
import { mergeTexts } from '../documents/merge-texts.ts'
import { checkDoc } from '../text/check.ts'
import { printOf } from '../text/compare/align-blocks.ts'
import { nameOfBlock } from '../text/nodes.ts'
import { notesCalledIn } from './change.ts'

export type Applied =
  | { readonly kind: 'changed'; readonly doc: Doc }
  /** The text says so already. */
  | { readonly kind: 'same' }
  /** Its block is not there any more. */
  | { readonly kind: 'gone' }
  /** It is to go, and somebody has gone on with it; or what would come out is no text. */
  | { readonly kind: 'clash' }

/**
 * @param others proposed beside it: the block behind which something is to stand may be one of
 *   theirs, and not taken over.
 */
export function applyChange(text: Doc, change: Change, others: readonly Change[]): Applied {
  const { before, after, place } = change
  const at = before === null ? indexOf(text, after) : indexOf(text, before)
  const here = text.content[at]
  if (before === null)
    return after === null || place === null || here !== undefined ? { kind: 'same' } : judged(inserted(text, after, place, others))
  if (here === undefined) return { kind: after === null ? 'same' : 'gone' }
  if (after === null) return printOf(here) === printOf(before) ? judged(without(text, at)) : { kind: 'clash' }
  const block = printOf(here) === printOf(after) ? here : mergedBlock(text, before, after, here)
  if (block === null) return { kind: 'clash' }
  if (place !== null) return judged(inserted(without(text, at), block, place, others))
  return block === here ? { kind: 'same' } : judged({ ...text, content: text.content.with(at, block) })
}

function judged(doc: Doc): Applied {
  const content = doc.content.length === 0 ? [{ type: 'paragraph' }] : doc.content
  const checked = checkDoc({ ...doc, content }, 'essay')
  return checked.ok ? { kind: 'changed', doc: checked.doc } : { kind: 'clash' }
}

/** By its name; what has none, by what it says, if only one says so. */
function indexOf({ content }: Doc, block: DocNode | null): number {
  if (block === null) return -1
  if (block.type === 'footnotes') return content.findIndex(({ type }) => type === 'footnotes')
  const name = nameOfBlock(block)
  if (name !== null) return content.findIndex((each) => nameOfBlock(each) === name)
  const print = printOf(block)
  const found = content.flatMap((each, at) => (printOf(each) === print ? [at] : []))
  return found.length === 1 ? (found[0] ?? -1) : -1
}

const without = (text: Doc, at: number): Doc => ({ ...text, content: text.content.filter((_block, each) => each !== at) })

function inserted(text: Doc, block: DocNode, place: NonNullable<Change['place']>, others: readonly Change[]): Doc {
  const { content } = text
  if (block.type === 'footnotes') return { ...text, content: [...content, block] }
  let { behind } = place
  // Each step leads to a proposal further up; one that leads nowhere ends the search.
  for (let steps = 0; behind !== null && steps <= others.length; steps += 1) {
    const name: string = behind
    const at = content.findIndex((each) => nameOfBlock(each) === name)
    if (at >= 0) return { ...text, content: content.toSpliced(at + 1, 0, block) }
    const other = others.find(
      ({ before, after, place: there }) => before === null && there !== null && nameOfBlock(after ?? undefined) === name,
    )
    if (other?.place === undefined || other.place === null) break
    behind = other.place.behind
  }
  const notes = content.findIndex(({ type }) => type === 'footnotes')
  const end = notes < 0 ? content.length : notes
  return { ...text, content: content.toSpliced(behind === null ? 0 : end, 0, block) }
}

function mergedBlock(text: Doc, before: DocNode, after: DocNode, here: DocNode): DocNode | null {
  if (printOf(here) === printOf(before))
    return { ...after, ...(after.attrs !== undefined && { attrs: { ...after.attrs, ...nameIn(here) } }) }
  const alone = (block: DocNode): Doc => {
    if (block.type === 'footnotes') return { type: 'doc', content: [{ type: 'paragraph' }, block] }
    const names = new Set([before, after, here].flatMap((each) => [...notesCalledIn(each)]))
    return { type: 'doc', content: [block, ...notesOf(text, names)] }
  }
  try {
    const merged = mergeTexts(alone(before), alone(after), alone(here))
    const block = merged.content[here.type === 'footnotes' ? 1 : 0]
    return block === undefined || block.type !== after.type
      ? null
      : { ...block, ...(block.attrs !== undefined && { attrs: { ...block.attrs, ...nameIn(here) } }) }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function nameIn(block: DocNode): { readonly id?: string } {
  const id = nameOfBlock(block)
  return id === null ? {} : { id }
}

/** The notes that are called, as the text has them. */
function notesOf(text: Doc, names: ReadonlySet<string>): readonly DocNode[] {
  if (names.size === 0) return []
  const list = text.content.find(({ type }) => type === 'footnotes')?.content ?? []
  const content = [...names].map(
    (note): DocNode =>
      list.find(({ attrs }) => attrs?.['note'] === note) ?? { type: 'footnote', attrs: { note }, content: [{ type: 'paragraph' }] },
  )
  return [{ type: 'footnotes', content }]
}
