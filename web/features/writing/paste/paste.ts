import { Extension } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import type { Node, Schema } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isNodeName, nodeRules } from '#shared/text/nodes.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { tableGrid } from '#shared/text/table-grid.ts'
import { isSafeUrl } from '#shared/text/url.ts'
import { factsOf, freshNoteName } from '../plugins/facts.ts'
import { isFromShared } from '../plugins/block-names.ts'
import type { TrackedPlace } from '../plugins/tracked-place.ts'
import { holdPlace } from '../plugins/tracked-place.ts'
import { pastedNotes } from '../plugins/mend.ts'
import { isTextLocked } from '../inline-comments/text-lock.ts'
import { read } from '../schema/sources.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'
import { withoutStyles } from './without-styles.ts'

export type PastePorts = {
  /** Something was left out of what was pasted: which, in sentences. */
  readonly onLeftOut: (words: string) => void
  /** The text is a message: the pictures in what is pasted are for it alone. */
  readonly isPrivate?: boolean
  /**
   * Plain text was pasted that looks like Markdown: it can be read as such, in place of what stands
   * there now.
   */
  readonly onMarkdown: (offer: MarkdownOffer) => void
}
type MarkdownOffer = { readonly markdown: string }
type Range = { readonly from: number; readonly to: number; readonly held: readonly [TrackedPlace, TrackedPlace] | null } | null

/**
 * Where the text stands that was pasted last as plain text: followed through changes until it is
 * gone.
 */
export const pastedRange = new PluginKey<Range>('pastedRange')

/**
 * What is pasted: HTML from anywhere is read as every import reads it (read-html.ts, fetched when
 * it is needed), what comes from an editor by the schema, and every attribute is judged by the
 * table of nodes; notes go to the list of notes; an address pasted over words makes them a link.
 */
export const Paste = Extension.create<{ ports: PastePorts | null }>({
  name: 'pasteInto',
  addOptions: () => ({ ports: null }),
  addProseMirrorPlugins() {
    const { ports } = this.options
    const { schema } = this.editor
    let notes: Fragment = Fragment.empty
    let isPlain = false
    return [
      new Plugin<Range>({
        key: pastedRange,
        state: {
          init: () => null,
          apply: (transaction, range, _before, state) => {
            const set: unknown = transaction.getMeta(pastedRange)
            if (set !== undefined) return isRange(set) ? set : null
            if (range === null || !transaction.docChanged) return range
            const { held } = range
            // What another has changed was drawn anew, block by block.
            const [from, to] =
              held !== null && isFromShared(transaction)
                ? [held[0](state), held[1](state)]
                : [transaction.mapping.map(range.from, -1), transaction.mapping.map(range.to, 1)]
            return from !== null && to !== null && from < to ? { from, to, held } : null
          },
        },
        props: {
          transformPastedHTML: (html) => withoutStyles(html.toWellFormed()),
          handleDOMEvents: {
            keydown: (_view, event) => {
              isPlain = event.shiftKey && !event.altKey
              return false
            },
            paste: (view, event) => {
              const html = event.clipboardData?.getData('text/html') ?? ''
              if (isPlain || !view.editable || isTextLocked(view.state) || !isForeign(html) || isInCode(view)) return false
              event.preventDefault()
              pasteHtml(view, html, event.clipboardData?.getData('text/plain') ?? '', ports).catch(reportError)
              return true
            },
          },
          transformPasted: (slice, view) => {
            const taken = takeNotes(sound(slice, schema), view.state.doc)
            notes = taken.notes
            return taken.slice
          },
          handlePaste: (view, event, slice) => {
            const text = event.clipboardData?.getData('text/plain') ?? ''
            const hasHtml = (event.clipboardData?.types ?? []).includes('text/html')
            if (!hasHtml && linkSelection(view, text)) return true
            const isOffer = !hasHtml && !isInCode(view) && ports !== null && looksLikeMarkdown(text)
            if (notes.size === 0 && !isOffer) return false
            const from = view.state.selection.from
            const tr = view.state.tr.replaceSelection(slice)
            if (notes.size > 0) tr.setMeta(pastedNotes, notes)
            const range = { from: tr.mapping.map(from, -1), to: tr.selection.to }
            if (isOffer) tr.setMeta(pastedRange, { ...range, held: null })
            view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
            // Held once it is in the shared text.
            if (isOffer) {
              const held = [holdPlace(view.state, range.from), holdPlace(view.state, range.to)]
              view.dispatch(view.state.tr.setMeta(pastedRange, { ...range, held }).setMeta('addToHistory', false))
            }
            notes = Fragment.empty
            if (isOffer) ports?.onMarkdown({ markdown: text })
            return true
          },
        },
      }),
    ]
  },
})

function isRange(value: unknown): value is NonNullable<Range> {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}

const isInCode = ({ state }: EditorView): boolean => state.selection.$from.parent.type.spec.code === true

/**
 * From no editor of this kind, and with words in it: a picture alone comes as a file too
 * (pictures/).
 */
function isForeign(html: string): boolean {
  if (html === '' || /\sdata-pm-slice=/u.test(html)) return false
  return /\S/u.test(html.replace(/<!--[\s\S]*?-->|<style\b[\s\S]*?<\/style\s*>|<[^>]*>/giu, '')) || /<(?:hr|table|iframe)\b/iu.test(html)
}

async function readHere(html: string, isPrivate?: boolean) {
  const { readHtml } = await import('./read-html.ts')
  return readHtml(html, location.origin, isPrivate)
}

async function pasteHtml(view: EditorView, html: string, text: string, ports: PastePorts | null): Promise<void> {
  const { from, to } = view.state.selection
  const held = { from: holdPlace(view.state, from), to: holdPlace(view.state, to) }
  // Its words are put in whatever becomes of its looks: the part that reads them may not have come.
  const read = await readHere(html, ports?.isPrivate).catch((error: unknown) => {
    reportError(error)
    return null
  })
  if (view.isDestroyed || isTextLocked(view.state)) return
  if (read === null) {
    if (text !== '') view.pasteText(text)
    ports?.onLeftOut(
      text === '' ? 'Couldn’t read the pasted content.' : 'The formatting couldn’t be read. Your text was pasted without it.',
    )
    return
  }
  putDoc(view, read.doc, held)
  if (read.words !== null) ports?.onLeftOut(read.words)
}

/**
 * Puts a checked text where the caret was when it was pasted; its notes go to the others. Who has
 * gone on elsewhere meanwhile stays there.
 */
function putDoc(view: EditorView, { content }: Doc, held: { readonly from: TrackedPlace; readonly to: TrackedPlace }): void {
  const { state } = view
  const { selection } = state
  const [from, to] = [held.from(state), held.to(state)]
  const isHere = from === null || to === null || (from === selection.from && to === selection.to)
  const { slice, notes } = takeNotes(sound(new Slice(Fragment.fromJSON(state.schema, content), 0, 0), state.schema), state.doc)
  const { tr } = state
  if (!isHere) tr.setSelection(TextSelection.between(state.doc.resolve(from), state.doc.resolve(to)))
  tr.replaceSelection(Slice.maxOpen(slice.content))
  if (notes.size > 0) tr.setMeta(pastedNotes, notes)
  if (isHere) tr.scrollIntoView()
  else tr.setSelection(selection.map(tr.doc, tr.mapping))
  view.dispatch(tr.setMeta('paste', true).setMeta('uiEvent', 'paste'))
}

/**
 * Every attribute as the table of nodes stores it; text that can be stored; tables whose rows fit.
 * Names of blocks are never pasted.
 */
export function sound(slice: Slice, schema: Schema): Slice {
  const fragment = (nodes: Fragment): Fragment => {
    const kept: Node[] = []
    nodes.forEach((node) => kept.push(...soundNode(node)))
    return Fragment.from(kept)
  }
  const soundNode = (node: Node): readonly Node[] => {
    if (node.isText) {
      const text = (node.text ?? '').replaceAll('\0', '').toWellFormed()
      const marks = node.marks.filter((mark) => mark.type.name !== 'link' || isSafeUrl(String(mark.attrs['href'])))
      return text === '' ? [] : [schema.text(text, marks)]
    }
    if (!isNodeName(node.type.name)) return []
    const attrs = read(nodeRules[node.type.name].attrs, node.attrs)
    if (attrs === false) return []
    const content = fragment(node.content)
    const made = node.type.create(attrs, content, node.marks)
    // A table with holes: its cells as paragraphs.
    if (made.type.name === 'table' && tableGrid(made.toJSON()) === null) return linesOf(made)
    return [made]
  }
  const content = fragment(slice.content)
  return content.eq(slice.content) ? slice : Slice.maxOpen(content)
}

function linesOf(table: Node): readonly Node[] {
  const lines: Node[] = []
  table.descendants((node) => {
    if (node.type.name === 'paragraph' && node.content.size > 0) lines.push(node)
  })
  return lines
}

/**
 * Takes the list of notes out of what is pasted. A name that another note has here is changed, with
 * its calls.
 */
export function takeNotes(slice: Slice, doc: Node): { readonly slice: Slice; readonly notes: Fragment } {
  const here = new Map(factsOf(doc).notes.map((note) => [note.name, note.node]))
  const brought: Node[] = []
  const rest: Node[] = []
  slice.content.forEach((node) => {
    if (node.type.name === 'footnotes') node.forEach((note) => brought.push(note))
    else rest.push(node)
  })
  if (brought.length === 0) return { slice, notes: Fragment.empty }
  const names = new Map<string, string>()
  const kept: Node[] = []
  for (const note of brought) {
    const name = String(note.attrs['note'])
    const same = here.get(name)
    if (same?.content.eq(note.content) === true || names.has(name)) continue
    const fresh = freshNoteName(new Set(here.keys()))
    names.set(name, fresh)
    kept.push(note.type.create({ ...note.attrs, note: fresh }, note.content))
  }
  const rename = (nodes: Fragment): Fragment => {
    const renamed: Node[] = []
    nodes.forEach((node) => {
      const name = node.type.name === 'footnoteRef' ? names.get(String(node.attrs['note'])) : undefined
      if (name !== undefined) renamed.push(node.type.create({ note: name }, null, node.marks))
      else renamed.push(node.content.size > 0 && !node.isText ? node.copy(rename(node.content)) : node)
    })
    return Fragment.from(renamed)
  }
  return { slice: Slice.maxOpen(rename(Fragment.from(rest))), notes: Fragment.from(kept) }
}

/** An address pasted over words makes them a link to it. */
function linkSelection(view: EditorView, text: string): boolean {
  const href = text.trim()
  const { selection, schema, tr } = view.state
  const type = schema.marks['link']
  if (type === undefined || selection.empty || !/^https?:\/\/\S+$/i.test(href) || !isSafeUrl(href)) return false
  if (!selection.$from.sameParent(selection.$to) || !selection.$from.parent.type.allowsMarkType(type)) return false
  view.dispatch(tr.addMark(selection.from, selection.to, type.create({ href })))
  return true
}
