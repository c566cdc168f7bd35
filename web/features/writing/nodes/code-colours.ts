import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { EditorView } from '@tiptap/pm/view'
import type { Span } from '#shared/text/highlight.ts'
import { isFromShared } from '../plugins/block-names.ts'

/**
 * Colours for blocks of code, as readers see them. They come once there is a block with a language,
 * and are kept with the block: only the one that changed is looked at again. A long one stays plain
 * while it is written.
 */
const longest = 10_000
/** So many blocks of a text have colours, and so many places in all of them. */
const maxBlocks = 100
const maxPlaces = 5_000

type Colour = (text: string, language: string) => readonly Span[]
type Block = { readonly node: Node; readonly at: number }
type State = { readonly colour: Colour | null; readonly blocks: readonly Node[]; readonly set: DecorationSet }
const key = new PluginKey<State>('codeColours')
const spans = new WeakMap<Node, readonly Span[]>()

export const CodeColours = Extension.create({
  name: 'codeColours',
  addProseMirrorPlugins: () => [
    new Plugin<State>({
      key,
      state: {
        init: () => ({ colour: null, blocks: [], set: DecorationSet.empty }),
        apply(transaction, before, _old, { doc }) {
          const came: unknown = transaction.getMeta(key)
          // Set by `bring` below alone.
          const colour = typeof came === 'function' ? (came as Colour) : before.colour
          if (colour === null || (!transaction.docChanged && colour === before.colour)) return before
          const found = codeBlocks(doc)
          const isSame = found.length === before.blocks.length && found.every(({ node }, at) => node === before.blocks[at])
          if (isSame && colour === before.colour && !isFromShared(transaction))
            return { ...before, set: before.set.map(transaction.mapping, doc) }
          return { colour, blocks: found.map(({ node }) => node), set: coloured(doc, found, colour) }
        },
      },
      props: { decorations: (state) => key.getState(state)?.set ?? null },
      view(view) {
        let isAsked = false
        const look = (now: EditorView) => {
          if (isAsked || !codeBlocks(now.state.doc).some(({ node }) => node.attrs['language'] !== null)) return
          isAsked = true
          bring(now)
        }
        look(view)
        return { update: (now, old) => (old.doc === now.state.doc ? undefined : look(now)) }
      },
    }),
  ],
})

function bring(view: EditorView): void {
  import('#shared/text/highlight.ts').then(
    ({ codeSpans }) => {
      if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, codeSpans()))
    },
    () => undefined, // Offline, and never fetched: code without colours.
  )
}

function coloured(doc: Node, blocks: readonly Block[], colour: Colour): DecorationSet {
  const marks: Decoration[] = []
  for (const { node, at } of blocks) {
    if (marks.length > maxPlaces) break
    const language: unknown = node.attrs['language']
    if (typeof language !== 'string' || node.content.size > longest) continue
    const found = spans.get(node) ?? colour(node.textContent, language)
    spans.set(node, found)
    for (const { from, to, look } of found) marks.push(Decoration.inline(at + 1 + from, at + 1 + to, { class: look }))
  }
  return DecorationSet.create(doc, marks)
}

const byBlock = new WeakMap<Node, readonly Block[]>()

/** With their places; looked for once in each top-level block. */
function codeBlocks(doc: Node): readonly Block[] {
  const all: Block[] = []
  doc.forEach((block, offset) => {
    if (all.length >= maxBlocks) return
    for (const { node, at } of inBlock(block)) all.push({ node, at: offset + at })
  })
  return all
}

function inBlock(block: Node): readonly Block[] {
  if (block.type.name === 'codeBlock') return [{ node: block, at: 0 }]
  if (block.isTextblock || block.isLeaf) return []
  const known = byBlock.get(block)
  if (known !== undefined) return known
  const found: Block[] = []
  block.descendants((node, at) => {
    if (node.type.name === 'codeBlock') found.push({ node, at: at + 1 })
  })
  byBlock.set(block, found)
  return found
}
