import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { freshId } from '../../../data/fresh-id.ts'

/**
 * Whether something was done here, and not told by Yjs: only the device on which it was done
 * answers it with a change of its own.
 */
export const isOwnChange = (transactions: readonly Transaction[]): boolean =>
  transactions.some((transaction) => transaction.docChanged) && !transactions.some((transaction) => isFromShared(transaction))

export function isFromShared(transaction: Transaction): boolean {
  const told: unknown = transaction.getMeta(ySyncPluginKey)
  return typeof told === 'object' && told !== null && 'isChangeOrigin' in told && told.isChangeOrigin === true
}

/**
 * Each new top-level block gets a name of its own and keeps it through edits: revisions are
 * compared by it.
 */
export const BlockNames = Extension.create({
  name: 'blockNames',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, { doc, tr }) => {
        // A new name draws the block anew, which ends what a phone's keyboard is composing in it:
        // named when that is done.
        if (!isOwnChange(transactions) || transactions.some((transaction) => transaction.getMeta('composition') !== undefined)) return null
        for (const { at } of unnamed(doc, before.doc)) tr.setNodeAttribute(at, 'id', freshId())
        return tr.docChanged ? tr : null
      },
      props: {
        handleDOMEvents: {
          compositionend: (view) => {
            setTimeout(() => nameHere(view), afterComposingMs)
            return false
          },
        },
      },
    }),
  ],
})

/** A keyboard may go on with the next word at once. */
const afterComposingMs = 80

/** The block in which something was composed. */
function nameHere(view: EditorView): void {
  if (view.isDestroyed || view.composing || !view.editable) return
  const { $head } = view.state.selection
  const at = $head.depth === 0 ? -1 : $head.before(1)
  const block = at < 0 ? null : view.state.doc.nodeAt(at)
  if (block !== null && 'id' in block.attrs && block.attrs['id'] === null)
    view.dispatch(view.state.tr.setNodeAttribute(at, 'id', freshId()))
}

/**
 * Those without a name that are new or changed; and of two with one name the later. A text that
 * came without names gets them as it is worked on.
 */
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
