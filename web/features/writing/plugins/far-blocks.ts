import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { isFromShared } from './block-names.ts'

/**
 * A browser goes through all text that can be edited each time the caret moves (Chromium 2 ms in 30,000 words, and four times that on a phone). What is
 * far from the caret is marked, and the style sheet lets the browser skip it while it is out of sight (`content-visibility`). Never what is near: a
 * browser may put the caret in the wrong place of a block that it has not laid out yet, and new blocks are made near the caret.
 */
const fewest = 120
const near = 40
const mark = { class: 'far' }

type Far = { readonly middle: number; readonly blocks: DecorationSet }
const key = new PluginKey<Far>('farBlocks')
const none: Far = { middle: -1, blocks: DecorationSet.empty }

export const FarBlocks = Extension.create({
  name: 'farBlocks',
  addProseMirrorPlugins: () => [
    new Plugin<Far>({
      key,
      state: {
        init: (_config, state) => marked(state.doc, 0),
        apply: (transaction, before, _old, state) => follow(transaction, before, state),
      },
      props: { decorations: (state) => key.getState(state)?.blocks ?? null },
    }),
  ],
})

function follow(transaction: Transaction, before: Far, { doc, selection }: EditorState): Far {
  if (doc.childCount < fewest) return none
  const at = selection.$head.index(0)
  // Many at once, or told by another: blocks are other objects now, and the marks of those are gone.
  if (Math.abs(at - before.middle) > near / 2 || isFromShared(transaction)) return marked(doc, at)
  return transaction.docChanged ? { ...before, blocks: before.blocks.map(transaction.mapping, doc) } : before
}

function marked(doc: Node, middle: number): Far {
  if (doc.childCount < fewest) return none
  const marks: Decoration[] = []
  doc.forEach((block, at, index) => {
    if (Math.abs(index - middle) > near) marks.push(Decoration.node(at, at + block.nodeSize, mark))
  })
  return { middle, blocks: DecorationSet.create(doc, marks) }
}
