import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { Transaction } from '@tiptap/pm/state'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { freshId } from '../../../data/fresh-id.ts'

/** Whether something was done here, and not told by Yjs: only the device on which it was done answers it with a change of its own. */
export const isOwnChange = (transactions: readonly Transaction[]): boolean =>
  transactions.some((transaction) => transaction.docChanged) && !transactions.some((transaction) => isFromShared(transaction))

export function isFromShared(transaction: Transaction): boolean {
  const told: unknown = transaction.getMeta(ySyncPluginKey)
  return typeof told === 'object' && told !== null && 'isChangeOrigin' in told && told.isChangeOrigin === true
}

/** Each new top-level block gets a name of its own and keeps it through edits: revisions are compared by it. */
export const BlockNames = Extension.create({
  name: 'blockNames',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, { doc, tr }) => {
        if (!isOwnChange(transactions)) return null
        for (const { at } of unnamed(doc, before.doc)) tr.setNodeAttribute(at, 'id', freshId())
        return tr.docChanged ? tr : null
      },
    }),
  ],
})

/** Those without a name that are new or changed; and of two with one name the later. A text that came without names gets them as it is worked on. */
function unnamed(doc: Node, before: Node): readonly { readonly at: number }[] {
  const seen = new Set<unknown>()
  const untouched = new Set(before.children)
  const found: { at: number }[] = []
  doc.forEach((block, at) => {
    if (!('id' in block.attrs)) return
    const id: unknown = block.attrs['id']
    if (id === null ? !untouched.has(block) : seen.has(id)) found.push({ at })
    else if (id !== null) seen.add(id)
  })
  return found
}
