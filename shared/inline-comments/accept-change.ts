import type * as Y from 'yjs'
import { checkedText } from '../documents/text-in-doc.ts'
import { writeText } from '../documents/text-in-doc-write.ts'
import type { Applied } from './apply-change.ts'
import { applyChange } from './apply-change.ts'
import type { Change } from './change.ts'
import type { Taken } from './schema.ts'
import { acceptedBy } from './accepted-words.ts'

export interface Accepted {
  readonly kind: Applied['kind']
  /** What it wrote; `null` when nothing was to be written. */
  readonly taken: Taken | null
}

/**
 * Accepts a proposal into the text of a document. @param others proposed beside it. @param
 * origin of the transaction.
 */
export function acceptChange(doc: Y.Doc, change: Change, others: readonly Change[], origin: unknown): Accepted {
  const text = checkedText(doc)
  if (!text.ok) return { kind: 'clash', taken: null }
  const applied = applyChange(text.doc, change, others)
  if (applied.kind !== 'changed') return { kind: applied.kind, taken: null }
  return { kind: 'changed', taken: acceptedBy(doc, () => writeText(doc, applied.doc, origin)) }
}
