import { Extension } from '@tiptap/core'
import { Fragment } from '@tiptap/pm/model'
import type { Node, Schema } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { Transaction } from '@tiptap/pm/state'
import { freshId } from '../../../data/fresh-id.ts'
import { isOwnChange } from './block-names.ts'
import { factsOf, freshNoteName } from './facts.ts'

/**
 * On a transaction that pastes: the notes that came with the pasted text, to be put with the
 * others.
 */
export const pastedNotes = 'pastedNotes'

/**
 * Keeps the text such that it can be published, where the schema allows more: one list of notes at
 * the end, no call without its note, no two notes of one name, a picture in every figure, one
 * paragraph in a cell, each poll of its own name, no marks on what is no text. Answers own changes
 * only, so that two devices never mend the same thing; what came apart by a merge waits for the
 * next key pressed anywhere. Never takes away words.
 */
export const Mend = Extension.create({
  name: 'mend',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, old, { tr }) => {
        if (!isOwnChange(transactions)) return null
        const brought: unknown = transactions.map((transaction) => transaction.getMeta(pastedNotes)).find((notes) => notes !== undefined)
        // The shared text has no marks on them (y-tiptap keeps marks of text only): they would be
        // here and nowhere else.
        for (const at of factsOf(tr.doc).markedAtoms) tr.removeMark(at, at + 1)
        mendFigures(tr)
        joinCells(tr)
        mendPolls(tr, old.doc)
        if (brought instanceof Fragment) addNotes(tr, brought)
        mendNotes(tr)
        return tr.docChanged ? tr : null
      },
    }),
  ],
})

function mendFigures(tr: Transaction): void {
  const { schema } = tr.doc.type
  for (const at of factsOf(tr.doc).brokenFigures.toReversed()) {
    const figure = tr.doc.nodeAt(at)
    if (figure === null) continue
    const image = figure.firstChild?.type.name === 'image' ? figure.firstChild : null
    const words: Node[] = []
    figure.forEach((part) => {
      if (part.type.name === 'figcaption') part.content.forEach((child) => words.push(child))
    })
    const mended =
      image === null ? make(schema, 'paragraph', null, words) : figure.copy(Fragment.from([image, make(schema, 'figcaption', null, words)]))
    tr.replaceWith(at, at + figure.nodeSize, mended)
  }
}

/** A cell holds one paragraph: pasted ones become its lines. */
function joinCells(tr: Transaction): void {
  const { schema } = tr.doc.type
  for (const at of factsOf(tr.doc).crowdedCells.toReversed()) {
    const cell = tr.doc.nodeAt(at)
    if (cell === null) continue
    const lines: Node[] = []
    cell.forEach((paragraph, _offset, index) => {
      if (index > 0) lines.push(schema.node('hardBreak'))
      paragraph.forEach((child) => lines.push(child))
    })
    tr.replaceWith(at + 1, at + cell.nodeSize - 1, make(schema, 'paragraph', cell.firstChild?.attrs ?? null, lines))
  }
}

/**
 * A copy of a poll, or of a prediction question, is one of its own. A poll with too few options,
 * which two authors have left each other, is words.
 */
function mendPolls(tr: Transaction, before: Node): void {
  const { schema } = tr.doc.type
  // The one that was there keeps its name, and with it its votes, wherever a copy of it is put.
  const there = new Set(factsOf(before).polls.map(({ node }) => node))
  const polls = factsOf(tr.doc).polls
  const kept = new Map<unknown, Node>()
  for (const { node } of [...polls.filter((poll) => there.has(poll.node)), ...polls]) {
    if (!kept.has(node.attrs['uid'])) kept.set(node.attrs['uid'], node)
  }
  for (const { at, node } of polls) if (kept.get(node.attrs['uid']) !== node) tr.setNodeAttribute(at, 'uid', freshId())
  for (const { at, node } of factsOf(tr.doc).polls.toReversed()) {
    if (node.type.name !== 'poll' || node.childCount >= 2) continue
    const lines = [node.attrs['question'], ...node.children.map((option) => option.attrs['text'])].map(String)
    tr.replaceWith(
      at,
      at + node.nodeSize,
      lines.map((line) => make(schema, 'paragraph', null, [schema.text(line)])),
    )
  }
}

/** Puts notes at the end of the list, which is made if there is none. */
export function addNotes(tr: Transaction, notes: Fragment): void {
  if (notes.childCount === 0) return
  const list = factsOf(tr.doc).noteLists.at(-1)
  if (list === undefined) tr.insert(tr.doc.content.size, make(tr.doc.type.schema, 'footnotes', null, notes))
  else tr.insert(list + (tr.doc.nodeAt(list)?.nodeSize ?? 2) - 1, notes)
}

function mendNotes(tr: Transaction): void {
  const { schema } = tr.doc.type
  const facts = factsOf(tr.doc)
  const names = new Set(facts.notes.map((note) => note.name))
  for (const call of facts.calls.toReversed()) {
    const isInNote = facts.noteLists.some((at) => call.at > at && call.at < at + (tr.doc.nodeAt(at)?.nodeSize ?? 0))
    if (!names.has(call.name) || isInNote) tr.delete(call.at, call.at + 1)
  }
  const isSound = names.size === facts.notes.length && facts.noteLists.length <= 1 && isLast(tr.doc, factsOf(tr.doc).noteLists[0])
  if (isSound && facts.hasBlocks && facts.noteLists.length === (facts.notes.length > 0 ? 1 : 0)) return

  const kept = new Map<string, Node>()
  for (const { name, node } of facts.notes) {
    const same = kept.get(name)
    if (same === undefined) kept.set(name, node)
    else if (!same.content.eq(node.content)) {
      const fresh = freshNoteName(new Set([...names, ...kept.keys()]))
      kept.set(fresh, schema.node('footnote', { ...node.attrs, note: fresh }, node.content))
    }
  }
  for (const at of factsOf(tr.doc).noteLists.toReversed()) tr.delete(at, at + (tr.doc.nodeAt(at)?.nodeSize ?? 0))
  if (!factsOf(tr.doc).hasBlocks) tr.insert(0, make(schema, 'paragraph', null, []))
  addNotes(tr, Fragment.from([...kept.values()]))
}

function isLast(doc: Node, at: number | undefined): boolean {
  return at === undefined || at + (doc.nodeAt(at)?.nodeSize ?? 0) === doc.content.size
}

function make(schema: Schema, name: string, attrs: Record<string, unknown> | null, content: Fragment | readonly Node[]): Node {
  return schema.node(name, attrs, content)
}
