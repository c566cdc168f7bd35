import { Extension } from '@tiptap/core'
import { DOMParser, Fragment, Slice } from '@tiptap/pm/model'
import type { Node, ParseOptions, Schema } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { isNodeName, nodeRules } from '#shared/text/nodes.ts'
import { tableGrid } from '#shared/text/table-grid.ts'
import { isSafeUrl } from '#shared/text/url.ts'
import { factsOf, freshNoteName } from '../plugins/facts.ts'
import { pastedNotes } from '../plugins/mend.ts'
import { read } from '../schema/sources.ts'
import { cleanHtml, withoutStyles } from './clean-html.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'

export type PastePorts = {
  /** Something was left out of what was pasted. */
  readonly onLeftOut: (what: 'pictures') => void
  /** Plain text was pasted that looks like Markdown: it can be read as such, in place of what stands there now. */
  readonly onMarkdown: (offer: MarkdownOffer) => void
}
export type MarkdownOffer = { readonly markdown: string }
type Range = { readonly from: number; readonly to: number } | null

/** Where the text stands that was pasted last as plain text: followed through changes until it is gone. */
export const pastedRange = new PluginKey<Range>('pastedRange')

/**
 * What is pasted: HTML from anywhere is cleaned and read by the schema, and every attribute judged by the table of nodes; notes go to the list of notes;
 * an address pasted over words makes them a link.
 */
export const Paste = Extension.create<{ ports: PastePorts | null }>({
  name: 'pasteInto',
  addOptions: () => ({ ports: null }),
  addProseMirrorPlugins() {
    const { ports } = this.options
    const { schema } = this.editor
    let notes: Fragment = Fragment.empty
    return [
      new Plugin<Range>({
        key: pastedRange,
        state: {
          init: () => null,
          apply: (transaction, range) => {
            const set: unknown = transaction.getMeta(pastedRange)
            if (set !== undefined) return isRange(set) ? set : null
            if (range === null || !transaction.docChanged) return range
            const moved = { from: transaction.mapping.map(range.from, -1), to: transaction.mapping.map(range.to, 1) }
            return moved.from < moved.to ? moved : null
          },
        },
        props: {
          transformPastedHTML: (html) => withoutStyles(html.toWellFormed()),
          clipboardParser: cleaningParser(schema, () => ports?.onLeftOut('pictures')),
          transformPasted: (slice, view) => {
            const taken = takeNotes(sound(slice, schema), view.state.doc)
            notes = taken.notes
            return taken.slice
          },
          handlePaste: (view, event, slice) => {
            const text = event.clipboardData?.getData('text/plain') ?? ''
            const hasHtml = (event.clipboardData?.types ?? []).includes('text/html')
            if (!hasHtml && linkSelection(view, text)) return true
            if (!hasHtml && text === '' && (event.clipboardData?.files.length ?? 0) > 0) {
              ports?.onLeftOut('pictures')
              return true
            }
            const isCode = view.state.selection.$from.parent.type.spec.code === true
            const isOffer = !hasHtml && !isCode && ports !== null && looksLikeMarkdown(text)
            if (notes.size === 0 && !isOffer) return false
            const from = view.state.selection.from
            const tr = view.state.tr.replaceSelection(slice)
            if (notes.size > 0) tr.setMeta(pastedNotes, notes)
            if (isOffer) tr.setMeta(pastedRange, { from: tr.mapping.map(from, -1), to: tr.selection.to })
            view.dispatch(tr.scrollIntoView().setMeta('paste', true).setMeta('uiEvent', 'paste'))
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

function cleaningParser(schema: Schema, onDropped: () => void): DOMParser {
  const parser = DOMParser.fromSchema(schema)
  const parseSlice = parser.parseSlice.bind(parser)
  return Object.assign(Object.create(parser), {
    parseSlice: (dom: HTMLElement, options?: ParseOptions) => {
      if (cleanHtml(dom).droppedPictures > 0) onDropped()
      return parseSlice(dom, options)
    },
  })
}

/** Every attribute as the table of nodes stores it; text that can be stored; tables whose rows fit. Names of blocks are never pasted. */
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

/** Takes the list of notes out of what is pasted. A name that another note has here is changed, with its calls. */
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
