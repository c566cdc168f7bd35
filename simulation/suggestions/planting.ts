import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding'
import * as Y from 'yjs'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import type { Change } from '#shared/inline-comments/change.ts'
import type { Accepted } from '#shared/inline-comments/accept-change.ts'
import { acceptChange } from '#shared/inline-comments/accept-change.ts'
import type { Store } from '#server/store/port.ts'
import type { InlineComment } from '#shared/inline-comments/schema.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { acceptedBy, withoutRepeats } from '#shared/inline-comments/accepted-words.ts'
import { nameOfBlock } from '#shared/text/nodes.ts'
import type { SuggestionBug } from './bugs.ts'

/** Taking over, in which the bug shows. */
export function plantedAccept(bug: SuggestionBug | null, doc: Y.Doc, change: Change, others: readonly Change[]): Accepted {
  const { before, after } = change
  const text = checkedText(doc)
  const name = nameOfBlock(before ?? undefined)
  if (bug === 'accept-overwrites' && text.ok && name !== null && after !== null) {
    const at = text.doc.content.findIndex((block) => nameOfBlock(block) === name)
    const content = at < 0 ? text.doc.content : text.doc.content.with(at, after)
    return { kind: 'changed', taken: acceptedBy(doc, () => writeText(doc, { ...text.doc, content }, 'suggestion')) }
  }
  return acceptChange(doc, change, others, 'suggestion')
}

/** What stands in the text again goes; in it the bug shows. */
export function plantedLook(bug: SuggestionBug | null, doc: Y.Doc, { change, taken = [] }: InlineComment): void {
  if (bug === 'repeats-stay' || change === undefined || taken.length < 2) return
  if (bug !== 'repeats-take-all') return void withoutRepeats(doc, change, taken, 'repeats')
  for (const { client, from, length } of taken.slice(1)) {
    if (Y.getState(doc.store, client) < from + length) continue
    const encoder = createEncoder()
    for (const number of [0, 1, client, 1, from, length]) writeVarUint(encoder, number)
    Y.applyUpdate(doc, toUint8Array(encoder), 'repeats')
  }
}

/** What is decided last stands, whatever it was before. */
export async function flip(
  store: Store,
  { id, verdict }: { readonly id: string; readonly verdict: 'accepted' | 'rejected' | null },
): Promise<void> {
  await store.write(async ({ tx }) => {
    const inlineComment = await tx.get(inlineComments, id)
    if (inlineComment !== undefined && verdict === 'rejected') await tx.put(inlineComments, { ...inlineComment, verdict })
  })
}
