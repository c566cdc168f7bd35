import * as z from 'zod/mini'
import type { DocNode } from '../text/nodes.ts'
import { checkDoc } from '../text/check.ts'
import { nodeRules } from '../text/nodes.ts'

/**
 * One change that somebody proposes to a text: a block becomes another, goes, comes, or stands
 * elsewhere. It names blocks, not positions, and holds both states whole, so that it can be taken
 * over by itself, in any order, and after the text has gone on.
 */
export interface Change {
  /** `null`: a block that comes. */
  readonly before: DocNode | null
  /** `null`: the block goes. */
  readonly after: DocNode | null
  /**
   * Where a block that comes, or moves, is to stand: behind the block of this name, at the very
   * beginning for `null`.
   */
  readonly place: { readonly behind: string | null } | null
}

const maxBytes = 256 * 1_024

/** A block of a text by itself, in canonical form; the notes that it calls need not be there. */
const Block = z.pipe(
  z.unknown(),
  z.transform((value: unknown, context): DocNode => {
    const block = checkedBlock(value)
    if (block !== null) return block
    context.issues.push({ code: 'custom', message: 'not a block of a text', input: value, path: [] })
    return z.NEVER
  }),
)

export const Change = z
  .strictObject({
    before: z.nullable(Block),
    after: z.nullable(Block),
    place: z.nullable(z.strictObject({ behind: z.nullable(z.string().check(z.maxLength(26))) })),
  })
  .check(
    z.refine(({ before, after, place }) => (before !== null || (after !== null && place !== null)) && (after !== null || place === null)),
    z.refine((change) => JSON.stringify(change).length <= maxBytes),
  )

function checkedBlock(value: unknown): DocNode | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null
  const notes = value.type === 'footnotes' ? [] : notesIn(value, new Set(), 0)
  const content = value.type === 'footnotes' ? [emptyParagraph, value] : [value, ...listOf(notes)]
  const checked = checkDoc({ type: 'doc', content }, 'essay')
  return checked.ok ? (checked.doc.content[value.type === 'footnotes' ? 1 : 0] ?? null) : null
}

const emptyParagraph: DocNode = { type: 'paragraph' }

/** A list that has these notes, empty. */
function listOf(names: Iterable<string>): readonly DocNode[] {
  const content = [...names].map((note): DocNode => ({ type: 'footnote', attrs: { note }, content: [emptyParagraph] }))
  return content.length === 0 ? [] : [{ type: 'footnotes', content }]
}

const deepest = 64

/** Names of the notes that something unchecked seems to call. */
function notesIn(value: object, found: Set<string>, depth: number): Set<string> {
  if (depth > deepest) return found
  if ('type' in value && value.type === 'footnoteRef' && 'attrs' in value && typeof value.attrs === 'object' && value.attrs !== null) {
    if ('note' in value.attrs && typeof value.attrs.note === 'string') found.add(value.attrs.note)
  }
  const content = 'content' in value && Array.isArray(value.content) ? value.content : []
  for (const child of content) if (typeof child === 'object' && child !== null) notesIn(child, found, depth + 1)
  return found
}

/** The notes that a block calls. */
export function notesCalledIn(block: DocNode): ReadonlySet<string> {
  return notesIn(block, new Set(), 0)
}

/** Whether a block's own content is text. */
export const isTextBlock = ({ type }: DocNode): boolean => nodeRules[type].content === 'inline' || nodeRules[type].content === 'code'

/** What a change is, in a word, for lists. */
export function kindOfChange({ before, after, place }: Change): 'insert' | 'delete' | 'move' | 'edit' {
  if (before === null) return 'insert'
  if (after === null) return 'delete'
  return place === null ? 'edit' : 'move'
}
