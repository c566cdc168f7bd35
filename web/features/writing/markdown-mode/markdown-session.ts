import type { Doc as YDoc } from 'yjs'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import type { Dropped } from '#shared/text/markdown-in.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { named } from './align.ts'
import { mergeTexts } from '#shared/documents/merge-texts.ts'
import { readMarkdown, type Reading } from './read.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/**
 * A text while it is written as Markdown. What is typed is brought into the shared document as one
 * change forward, in which only the blocks and words that differ are touched; what others have
 * written meanwhile is merged with it, and shown among the signs. Knows no page: the sheet hands in
 * what is typed, and asks when it is to be taken over.
 */
export const markdownOrigin = 'markdown'

export type Taken =
  | { readonly kind: 'same' }
  | { readonly kind: 'taken'; readonly notes: readonly Dropped[] }
  /** Somebody else had written too: this is what stands there now. */
  | { readonly kind: 'merged'; readonly markdown: string; readonly notes: readonly Dropped[] }
  /** Not taken over: it says why. */
  | {
      readonly kind: 'held'
      readonly why: Exclude<Reading, { readonly kind: 'read' }> | { readonly kind: 'losses'; readonly losses: readonly Dropped[] }
    }

export class MarkdownSession {
  private readonly ydoc: YDoc
  /** The text that the Markdown says, changes that are not taken over aside. */
  private base: Doc
  /** Signs that say exactly `base`: while they stay, nothing has to be read. */
  private signs: string | null = null

  /** @throws RangeError when the document holds no text (too long, or too deep). */
  constructor(ydoc: YDoc) {
    this.ydoc = ydoc
    this.base = this.current()
  }

  /** The text as it stands, in signs. */
  begin(): string {
    this.base = this.current()
    this.signs = docToMarkdown(this.base)
    return this.signs
  }

  /**
   * Goes on with what was typed some time ago and never taken over; `before` is what it was made
   * of.
   */
  resume(before: string): void {
    const reading = readMarkdown(before)
    if (reading.kind !== 'read') return
    this.base = named(reading.doc, this.current())
    this.signs = before
  }

  /**
   * Takes over what was typed.
   * @param mayLose whoever wrote it has seen what is lost by it.
   */
  take(markdown: string, mayLose = false): Taken {
    const reading: Reading = markdown === this.signs ? { kind: 'read', doc: this.base, losses: [], notes: [] } : readMarkdown(markdown)
    if (reading.kind !== 'read') return { kind: 'held', why: reading }
    if (reading.losses.length > 0 && !mayLose) return { kind: 'held', why: { kind: 'losses', losses: reading.losses } }
    const theirs = this.currentOrNull()
    if (theirs === null) return { kind: 'held', why: { kind: 'too-much' } }
    const mine = markdown === this.signs ? this.base : named(reading.doc, this.base)
    const isMineNew = !isSameJson(mine, this.base)
    const isTheirsNew = !isSameJson(theirs, this.base)
    if (!isMineNew && !isTheirsNew) {
      this.signs = markdown
      return { kind: 'same' }
    }
    let merged: Doc
    try {
      merged = mergeTexts(this.base, mine, theirs)
    } catch (error) {
      if (error instanceof RangeError) return { kind: 'held', why: { kind: 'too-much' } }
      throw error
    }
    if (isMineNew) writeText(this.ydoc, merged, markdownOrigin)
    this.base = this.current()
    this.signs = isTheirsNew ? docToMarkdown(this.base) : markdown
    return isTheirsNew ? { kind: 'merged', markdown: this.signs, notes: reading.notes } : { kind: 'taken', notes: reading.notes }
  }

  /**
   * In the form in which Markdown gives it back: marks of atoms, which no document keeps, aside.
   */
  private current(): Doc {
    const checked = checkedText(this.ydoc)
    if (!checked.ok) throw new RangeError(`${checked.reason} at ${checked.path}`)
    return checked.doc
  }

  /** `null`: others have made it too long, or too deep. */
  private currentOrNull(): Doc | null {
    const checked = checkedText(this.ydoc)
    return checked.ok ? checked.doc : null
  }
}
