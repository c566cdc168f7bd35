/**
 * Makes a text of what two authors who were apart have made together: each left a text, and the
 * merge of both may be none (two lists of notes, a list without items, rows of unequal length, a
 * call whose note is gone). What the editor mends at the next key, settling and publishing may meet
 * first. Keeps all words that stand in a block; never changes the document. Of what the check
 * accepts already, nothing changes.
 */
import { embedOf } from '../text/embeds.ts'
import { evened } from '../text/doc-builder.ts'
import { tableGrid } from '../text/table-grid.ts'
import { inlineNames, isMarkName, isNodeName, isStorable, markRules, nodeRules, textOf } from '../text/nodes.ts'
import { childrenOf, type AttrRule, type AttrValue, type DocMark, type DocNode, type NodeName } from '../text/nodes.ts'
import type { ElementSlot, PieceMark, Slot, TextSlot, Values } from './text-in-doc-slots.ts'

type Attrs = Readonly<Record<string, AttrValue>>

/** The children of a whole text. */
export function mended(slots: readonly Slot[]): readonly DocNode[] {
  const lists = slots.filter((slot) => slot.kind === 'element' && slot.type === 'footnotes')
  const blocks = within('doc', slots.filter((slot) => !lists.includes(slot))) // oxfmt-ignore
  const notes = ofOneName(lists.flatMap((list) => (list.kind === 'element' ? within('footnotes', list.children) : [])))
  const names = new Set(notes.map(({ attrs }) => attrs?.['note']))
  const polls = new Set<string>()
  const body = blocks.map((block) => withNamedPolls(withCalls(block, names), polls))
  const list: DocNode = { type: 'footnotes', content: notes.map((note) => withNamedPolls(withCalls(note, new Set()), polls)) }
  return [...(body.length > 0 ? body : [emptyParagraph]), ...(notes.length > 0 ? [list] : [])]
}

const emptyParagraph: DocNode = { type: 'paragraph' }

/** What may stand in a node of that name, out of what stands there. */
function within(holder: NodeName, slots: readonly Slot[]): readonly DocNode[] {
  const { content } = nodeRules[holder]
  if (content === 'leaf') return []
  if (content === 'code') return slots.flatMap(wordsIn).flatMap(plainText)
  if (content === 'inline') return slots.flatMap(inlineOf)
  const nodes: DocNode[] = []
  let loose: Slot[] = []
  const wrap = (): void => {
    const words = loose.flatMap(inlineOf)
    loose = []
    if (words.length === 0) return
    const paragraph: DocNode = { type: 'paragraph', content: words }
    if (content.includes('paragraph')) nodes.push(paragraph)
    else if (content.includes('listItem')) nodes.push({ type: 'listItem', content: [paragraph] })
    else if (content.includes('taskItem')) nodes.push({ type: 'taskItem', content: [paragraph] })
  }
  for (const slot of slots) {
    const isHeld = slot.kind === 'element' && isNodeName(slot.type) && content.includes(slot.type)
    // Words outside of a block, and blocks in the wrong place: merging makes none, but they cost
    // nothing.
    if (!isHeld) loose.push(slot)
    else {
      wrap()
      nodes.push(...nodesOf(slot))
    }
  }
  wrap()
  return nodes
}

/** One node, or none where nothing of it can stay; sometimes several. */
function nodesOf(slot: ElementSlot): readonly DocNode[] {
  if (!isNodeName(slot.type)) return []
  const { type } = slot
  const attrs = attrsOf(nodeRules[type].attrs, slot.attrs)
  // A heading of no level is a paragraph; a picture without an address is none.
  if (attrs === undefined) return nodeRules[type].content === 'inline' ? nodesOf({ ...slot, type: 'paragraph' }) : []
  if (type === 'figure') return figuresOf(slot, attrs)
  const content = within(type, slot.children)
  const node = (children: readonly DocNode[] = content): readonly DocNode[] => [
    { type, ...(Object.keys(attrs).length > 0 && { attrs }), ...(children.length > 0 && { content: children }) },
  ]
  switch (type) {
    case 'embed': {
      const provider = embedOf(String(attrs['url']))?.provider
      return provider === undefined ? [] : [{ type, attrs: { ...attrs, provider } }]
    }
    case 'tableHeader':
    case 'tableCell':
      return node([joined(content)])
    case 'table':
      return content.length === 0 ? [] : node().map((table) => (tableGrid(table) === null ? evened(table) : table))
    case 'taskItem':
      return content.length === 0 || content[0]?.type === 'paragraph' ? node(orParagraph(content)) : node([emptyParagraph, ...content])
    case 'listItem':
    case 'footnote':
    case 'blockquote':
    case 'spoiler':
    case 'details':
    case 'machineText':
      return node(orParagraph(content))
    case 'poll':
      return pollsOf(attrs, content)
    default:
      return content.length < (nodeRules[type].atLeast ?? 0) ? [] : node()
  }
}

function orParagraph(content: readonly DocNode[]): readonly DocNode[] {
  return content.length > 0 ? content : [emptyParagraph]
}

/** The paragraphs of a cell, which holds one: a break between them. */
function joined(paragraphs: readonly DocNode[]): DocNode {
  const [first = emptyParagraph, ...more] = paragraphs
  if (more.length === 0) return first
  return {
    ...first,
    content: paragraphs.flatMap((each, index) => [...(index > 0 ? [{ type: 'hardBreak' as const }] : []), ...childrenOf(each)]),
  }
}

/**
 * One for each picture; the captions stay with the first, or become a paragraph where no picture is
 * left.
 */
function figuresOf(figure: ElementSlot, attrs: Attrs): readonly DocNode[] {
  const parts = within('figure', figure.children)
  const images = parts.filter(({ type }) => type === 'image')
  const words = parts.filter(({ type }) => type === 'figcaption').flatMap(childrenOf)
  if (images.length === 0) return words.length > 0 ? [{ type: 'paragraph', content: words }] : []
  return images.map((image, index) => ({
    type: 'figure',
    ...(index === 0 && Object.keys(attrs).length > 0 && { attrs }),
    content: [image, ...(index === 0 && words.length > 0 ? [{ type: 'figcaption' as const, content: words }] : [])],
  }))
}

/**
 * Of notes of one name the first; another that says something else gets a name of its own, and
 * stays uncalled.
 */
function ofOneName(notes: readonly DocNode[]): readonly DocNode[] {
  const taken = new Set(notes.map(({ attrs }) => String(attrs?.['note'])))
  const kept = new Map<string, string>()
  return notes.flatMap((note): readonly DocNode[] => {
    const name = String(note.attrs?.['note'])
    const words = JSON.stringify(note.content)
    const first = kept.get(name)
    if (first === undefined) {
      kept.set(name, words)
      return [note]
    }
    if (first === words) return []
    let fresh = 1
    while (taken.has(String(fresh))) fresh += 1
    taken.add(String(fresh))
    return [{ ...note, attrs: { note: String(fresh) } }]
  })
}

/**
 * A poll with its options, each of one name once; where there are too few it is words, and what is
 * too many are words below it.
 */
function pollsOf(attrs: Attrs, content: readonly DocNode[]): readonly DocNode[] {
  const paragraph = (node: DocNode): DocNode => ({ type: 'paragraph', content: [{ type: 'text', text: textOf(node) }] })
  const seen = new Set<unknown>()
  const options = content.filter(({ attrs: of }) => !seen.has(of?.['uid']) && seen.add(of?.['uid']))
  const { atLeast = 0, atMost = 0 } = nodeRules.poll
  if (options.length < atLeast)
    return [{ type: 'pollOption', attrs: { text: attrs['question'] ?? '' } } as const, ...options].map(paragraph)
  return [{ type: 'poll', attrs, content: options.slice(0, atMost) }, ...options.slice(atMost).map(paragraph)]
}

/**
 * Of two polls, or prediction questions, of one name (one is a copy) the later gets a name by its
 * place.
 */
function withNamedPolls(node: DocNode, taken: Set<string>): DocNode {
  if (node.type === 'poll' || node.type === 'prediction') {
    let uid = String(node.attrs?.['uid'])
    for (let number = taken.size + 1; taken.has(uid); number++) uid = `poll-${number}`
    taken.add(uid)
    return { ...node, attrs: { ...node.attrs, uid } }
  }
  return node.content === undefined ? node : { ...node, content: node.content.map((child) => withNamedPolls(child, taken)) }
}

/** Without the calls of notes that are not there. */
function withCalls(node: DocNode, notes: ReadonlySet<unknown>): DocNode {
  if (node.content === undefined) return node
  const content = node.content
    .filter(({ type, attrs }) => type !== 'footnoteRef' || notes.has(attrs?.['note']))
    .map((child) => withCalls(child, notes))
  const { content: _before, ...rest } = node
  return content.length > 0 ? { ...node, content } : rest
}

/** Text and inline nodes; of other nodes the words in them. */
function inlineOf(slot: Slot): readonly DocNode[] {
  if (slot.kind === 'text') return piecesOf(slot)
  if (!isNodeName(slot.type) || !inlineNames.has(slot.type) || slot.type === 'text') return slot.children.flatMap(inlineOf)
  const attrs = attrsOf(nodeRules[slot.type].attrs, slot.attrs)
  return attrs === undefined ? [] : [{ type: slot.type, ...(Object.keys(attrs).length > 0 && { attrs }) }]
}

function wordsIn(slot: Slot): readonly TextSlot[] {
  return slot.kind === 'text' ? [slot] : slot.children.flatMap(wordsIn)
}

function plainText(slot: TextSlot): readonly DocNode[] {
  return piecesOf(slot).map(({ text = '' }) => ({ type: 'text', text }))
}

function piecesOf(slot: TextSlot): readonly DocNode[] {
  return slot.pieces.flatMap((piece): readonly DocNode[] => {
    const text = isStorable(piece.text) ? piece.text : piece.text.replaceAll('\0', '').toWellFormed()
    const marks = piece.marks.flatMap(markOf)
    return text === '' ? [] : [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]
  })
}

function markOf({ type, attrs: given }: PieceMark): readonly DocMark[] {
  if (!isMarkName(type)) return []
  const attrs = attrsOf(markRules[type], given)
  return attrs === undefined ? [] : [{ type, ...(Object.keys(attrs).length > 0 && { attrs }) }]
}

/**
 * Those that pass, without those at their fallback; `undefined` where a required one does not pass.
 */
function attrsOf(rules: Readonly<Record<string, AttrRule>>, given: Values): Attrs | undefined {
  const attrs: Record<string, AttrValue> = {}
  for (const [name, { read, fallback }] of Object.entries(rules)) {
    const value = (given[name] === undefined ? undefined : read(given[name])) ?? fallback
    if (value === undefined) return undefined
    if (value !== fallback) attrs[name] = value
  }
  return attrs
}
