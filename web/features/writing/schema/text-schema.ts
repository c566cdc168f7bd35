import { Mark, Node } from '@tiptap/core'
import type { Attributes, AnyExtension } from '@tiptap/core'
import {
  inlineNames,
  isNodeName,
  markNames,
  markRules,
  nodeRules,
  type AttrRule,
  type MarkName,
  type NodeName,
} from '#shared/text/nodes.ts'
import { markView, nodeView } from './views.ts'
import { markSources, nodeSources } from './sources.ts'

/**
 * The editor's schema, made from the table of all nodes and marks (shared/text/nodes.ts): the
 * binding to Yjs deletes what its schema does not know, so nothing may be missing here. Content is
 * a little looser than in a checked text (`looser`): two authors who were apart may both have begun
 * a list of notes, and a schema that refuses the merged text would delete one of them. What is too
 * loose is mended by plugins/mend.ts, what is still refused by tolerant.ts.
 */
const looser: Partial<Record<NodeName, string>> = {
  doc: '(block | footnotes)+',
  figure: 'image? figcaption*',
  footnotes: 'footnote*',
  tableHeader: 'paragraph+',
  tableCell: 'paragraph+',
  poll: 'pollOption*',
}

const blocks = nodeRules.blockquote.content
const lists: readonly NodeName[] = ['bulletList', 'orderedList', 'taskList']
/** A caret never joins what is inside with what is outside of these. */
const isolated: readonly NodeName[] = ['table', 'tableHeader', 'tableCell', 'figure', 'figcaption', 'footnotes', 'footnote']
/** Kept as they are when something is pasted into them. */
const defining: readonly NodeName[] = [
  'heading',
  'listItem',
  'taskItem',
  'blockquote',
  'codeBlock',
  'figure',
  'spoiler',
  'details',
  'machineText',
  'footnote',
]

const tableRoles: Partial<Record<NodeName, string>> = { table: 'table', tableRow: 'row', tableHeader: 'header_cell', tableCell: 'cell' }

const isBlock = (name: NodeName): boolean => Array.isArray(blocks) && blocks.includes(name)

export function contentOf(name: NodeName): string {
  const exact = looser[name]
  if (exact !== undefined) return exact
  const { content, atLeast = 0, atMost, first } = nodeRules[name]
  if (content === 'leaf') return ''
  if (content === 'code') return 'text*'
  if (content === 'inline') return 'inline*'
  const inside = content === blocks ? 'block' : content.length === 1 ? (content[0] ?? '') : `(${content.join(' | ')})`
  if (first !== undefined) return `${first} ${inside}*`
  if (atLeast === 1 && atMost === 1) return inside
  return `${inside}${atLeast === 0 ? '*' : '+'}`
}

function groupOf(name: NodeName): string | undefined {
  if (inlineNames.has(name)) return 'inline'
  if (!isBlock(name)) return undefined
  return lists.includes(name) ? 'block list' : 'block'
}

/** Names of a block or a call are its own: what is split off gets none. */
const notAllowed: ReadonlySet<string> = new Set(['id', 'checked'])

function attributesOf(rules: Readonly<Record<string, AttrRule>>): Attributes {
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [
      name,
      {
        ...(rule.fallback === undefined ? { isRequired: true } : { default: rule.fallback }),
        validate: (value: unknown) => {
          if (rule.read(value) === undefined) throw new RangeError(`bad value of ${name}`)
        },
        keepOnSplit: !notAllowed.has(name),
        // What they look like and where they come from: views.ts and sources.ts.
        rendered: false,
        parseHTML: () => undefined,
      },
    ]),
  )
}

function nodeExtension(name: NodeName): AnyExtension {
  const rule = nodeRules[name]
  const isInline = inlineNames.has(name)
  const isLeaf = rule.content === 'leaf' && name !== 'text'
  const group = groupOf(name)
  return Node.create({
    name,
    topNode: name === 'doc',
    ...(group === undefined ? {} : { group }),
    ...(name === 'text' ? {} : { content: contentOf(name) }),
    ...(isInline && name !== 'text' ? { inline: true } : {}),
    ...(rule.content === 'code' ? { marks: '', code: true } : {}),
    // A poll is edited in a dialog, as a whole.
    ...(isLeaf || name === 'poll' ? { atom: true } : {}),
    ...(isolated.includes(name) ? { isolating: true } : {}),
    ...(defining.includes(name) ? { defining: true } : {}),
    ...(name === 'hardBreak' ? { linebreakReplacement: true, selectable: false } : {}),
    // A picture is taken together with its caption.
    ...(name === 'image' || name === 'pollOption' || name === 'footnotes' ? { selectable: false } : {}),
    ...(name === 'text' || name === 'doc' ? {} : { draggable: false }),
    // By these, prosemirror-tables knows the parts of a table.
    extendNodeSchema: (extension: AnyExtension) =>
      extension.name === name && tableRoles[name] !== undefined ? { tableRole: tableRoles[name] } : {},
    addAttributes: () => attributesOf(name === 'doc' ? {} : rule.attrs),
    parseHTML: () => [...nodeSources(name)],
    ...(name === 'text' || name === 'doc'
      ? {}
      : { renderHTML: ({ node }: { node: Parameters<typeof nodeView>[1] }) => nodeView(name, node) }),
    ...(name === 'hardBreak' ? { renderText: () => '\n' } : {}),
  })
}

function markExtension(name: MarkName): AnyExtension {
  return Mark.create({
    name,
    // Words typed after a link do not belong to it.
    ...(name === 'link' ? { inclusive: false } : {}),
    ...(name === 'code' ? { code: true } : {}),
    addAttributes: () => attributesOf(markRules[name]),
    parseHTML: () => [...markSources(name)],
    renderHTML: ({ mark }) => markView(name, mark),
  })
}

/** The paragraph is first among the blocks, so that it is what an empty place is filled with. */
const nodeNames: readonly NodeName[] = [
  'doc',
  'paragraph',
  ...Object.keys(nodeRules)
    .filter(isNodeName)
    .filter((name) => name !== 'doc' && name !== 'paragraph'),
]

/** Marks are ranked as a checked text has them: from the outermost to the innermost. */
export const textSchema: readonly AnyExtension[] = [...nodeNames.map(nodeExtension), ...markNames.map(markExtension)]
